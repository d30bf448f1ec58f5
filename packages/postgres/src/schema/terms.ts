import {
  type CheckedFilter,
  type TermMatch,
  type TermSource,
  termClauses,
  termsOf,
} from '@stowage/core/internal'

/**
 * Characters of rows, as JSON with their terms, that are made before other work runs. Texts whose words repeat have few
 * terms, so the length of the terms alone would not show the work.
 */
export const TERMS_SLICE = 50_000

/** The text of the `tsvector` by which the asset is found. No term contains a quotation mark or a backslash. */
export function termsVector(tenantId: number, asset: TermSource): string {
  return termsOf(asset)
    .map((term) => `'${tenantId}.${term}'`)
    .join(' ')
}

/**
 * The text of the `tsquery` that matches the tenant's assets with the filter's terms; `null` when the filter has none.
 * https://www.postgresql.org/docs/current/datatype-textsearch.html#DATATYPE-TSQUERY
 */
export function termsQuery(tenantId: number, filter: CheckedFilter): string | null {
  const text = ({ term, prefix }: TermMatch) => `'${tenantId}.${term}'${prefix ? ':*' : ''}`
  const clauses = termClauses(filter).map((clause) => `(${clause.map(text).join(' | ')})`)
  return clauses.length === 0 ? null : clauses.join(' & ')
}
