import { LIVE, type ListNumber } from '../../model/assets/count-changes.ts'
import type { SqliteValue } from '../driver/client.ts'
import { LAST_SEQ, SEQ_OF_ROWID, termsRowid } from '../terms/terms-table.ts'
import type { ColumnCondition } from './conditions.ts'

/** Which assets of one list of a tenant, as SQL. */
export interface SearchFilter {
  readonly tenantId: number
  readonly list: ListNumber
  readonly conditions: readonly ColumnCondition[]
  /** What `terms` is asked for; `null`: nothing. */
  readonly match: string | null
}

/** The assets from and to these insertion numbers, both included. */
export interface SeqRange {
  readonly first: number
  readonly last: number
}

export const ALL_SEQS: SeqRange = { first: 0, last: LAST_SEQ }

/** `FROM … WHERE …` whose rows, named `a`, are what is wanted, each once; other conditions may follow. */
export interface Source {
  readonly sql: string
  readonly values: readonly SqliteValue[]
}

/**
 * Reads what is wanted along one index of the list. `index`: of the assets; it must hold for the list. What `terms` has
 * is gathered first and looked up for each row.
 */
export function alongIndex(
  wanted: SearchFilter,
  index: string,
  range: SeqRange = ALL_SEQS,
): Source {
  const { tenantId, match, conditions } = wanted
  const matched = match === null ? null : matchedSeqs(wanted, range)
  const parts = [
    ...conditions,
    ...(matched === null ? [] : [{ sql: `a.seq IN (${matched.sql})`, values: matched.values }]),
  ]
  return {
    sql: `FROM assets a INDEXED BY ${index} WHERE a.tenant_id = ? AND ${stateOf(wanted.list)}
      AND a.seq BETWEEN ? AND ?${parts.map(({ sql }) => ` AND ${sql}`).join('')}`,
    values: [tenantId, range.first, range.last, ...parts.flatMap(({ values }) => values)],
  }
}

/**
 * As `alongIndex`, for an index in another order than that of insertion: what one type, folder or creator has is
 * gathered first from its own index, so that the row of each other asset need not be read.
 */
export function alongOrder(wanted: SearchFilter, index: string): Source {
  const conditions = wanted.conditions.map((condition): ColumnCondition => {
    if (condition.ordered !== true || condition.index === undefined) return condition
    return {
      sql: `a.seq IN (SELECT a.seq FROM assets a INDEXED BY ${condition.index}
        WHERE a.tenant_id = ? AND ${stateOf(wanted.list)} AND ${condition.sql})`,
      values: [wanted.tenantId, ...condition.values],
    }
  })
  return alongIndex({ ...wanted, conditions }, index)
}

/** Reads what `terms` has of what is wanted, each with its row. In the order of insertion, if sorted by `t.rowid`. */
export function byTerms(wanted: SearchFilter, range: SeqRange = ALL_SEQS): Source {
  const { tenantId, list, conditions } = wanted
  return {
    sql: `FROM terms t CROSS JOIN assets a INDEXED BY ${placeIndex(list)}
      ON a.tenant_id = ? AND a.seq = ${SEQ_OF_ROWID} AND ${stateOf(list)}
      WHERE ${rowidsOf(wanted)}${conditions.map(({ sql }) => ` AND ${sql}`).join('')}`,
    values: [
      tenantId,
      ...rowidValues(wanted, range),
      ...conditions.flatMap(({ values }) => values),
    ],
  }
}

/** `FROM … WHERE …` of the row ids that `terms` has, named `t`, without their rows. */
export function byTermsOnly(wanted: SearchFilter, range: SeqRange = ALL_SEQS): Source {
  return { sql: `FROM terms t WHERE ${rowidsOf(wanted)}`, values: rowidValues(wanted, range) }
}

function matchedSeqs(wanted: SearchFilter, range: SeqRange): Source {
  const { sql, values } = byTermsOnly(wanted, range)
  return { sql: `SELECT ${SEQ_OF_ROWID} ${sql}`, values }
}

function rowidsOf({ list }: SearchFilter): string {
  return `t.terms MATCH ? AND t.rowid BETWEEN ${termsRowid(list, '?', '?')} AND ${termsRowid(list, '?', '?')}`
}

function rowidValues({ tenantId, match }: SearchFilter, { first, last }: SeqRange): SqliteValue[] {
  return [match, tenantId, first, tenantId, last]
}

/** The index of a list in the order of insertion. */
export function placeIndex(list: ListNumber): string {
  return list === LIVE ? 'assets_live' : 'assets_trash'
}

function stateOf(list: ListNumber): string {
  return list === LIVE ? 'a.trashed_at IS NULL' : 'a.trashed_at IS NOT NULL'
}
