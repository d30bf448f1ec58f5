import type { CheckedFilter } from '../../model/filters/asset-filters.ts'
import type { TermMatch } from '../../model/filters/term-clause.ts'
import { termClauses } from '../../model/filters/term-clauses.ts'

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
