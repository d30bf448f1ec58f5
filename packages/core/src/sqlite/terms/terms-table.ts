import type { ListNumber } from '../../usage/count-changes.ts'

/** Bits of a row id of `terms` that hold the insertion number: 2^40 assets of a tenant, and 2^22 tenants. */
const SEQ_BITS = 40

/** The insertion number in a row id of `terms`. */
export const SEQ_OF_ROWID: string = `(t.rowid & ${2 ** SEQ_BITS - 1})`

/**
 * The row id of an asset in `terms`, as SQL: JavaScript cannot hold such numbers. `seq` is an SQL expression. Row ids of
 * a list are in the order of insertion.
 */
export function termsRowid(list: ListNumber, tenantId: string, seq: string): string {
  return `((${tenantId} * 2 + ${list}) << ${SEQ_BITS} | ${seq})`
}

/** The id of an asset in `kept_terms`, whatever its list, as SQL. */
export function keptTermsId(tenantId: string, seq: string): string {
  return `(${tenantId} << ${SEQ_BITS} | ${seq})`
}

/** The greatest insertion number of all lists, and the greatest that SQL compares with. */
export const LAST_SEQ: number = 2 ** SEQ_BITS - 1
