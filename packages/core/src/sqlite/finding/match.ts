import type { CheckedFilter } from '../../filters/asset-filters.ts'
import type { TermMatch } from '../../filters/term-clause.ts'
import { termClauses } from '../../filters/term-clauses.ts'

/**
 * The query of `terms` that matches exactly the assets with those members of a filter that are terms. `null` when no
 * member is one. No term contains a quotation mark. https://sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchOf(filter: CheckedFilter): string | null {
  const clauses = termClauses(filter).map((clause) => `(${clause.map(phrase).join(' OR ')})`)
  return clauses.length === 0 ? null : clauses.join(' AND ')
}

function phrase({ term, prefix }: TermMatch): string {
  return prefix ? `"${term}" *` : `"${term}"`
}
