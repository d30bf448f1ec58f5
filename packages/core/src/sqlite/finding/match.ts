import type { CheckedFilter } from '../../model/filters/asset-filters.ts'
import type { TermMatch } from '../../model/filters/term-clause.ts'
import { termClauses } from '../../model/filters/term-clauses.ts'

/**
 * What `terms` is asked for, so that it has exactly the assets that hold the members of a filter that are terms. `null`
 * when none is. No term has a quotation mark in it. https://sqlite.org/fts5.html#full_text_query_syntax
 */
export function matchOf(filter: CheckedFilter): string | null {
  const clauses = termClauses(filter).map((clause) => `(${clause.map(phrase).join(' OR ')})`)
  return clauses.length === 0 ? null : clauses.join(' AND ')
}

function phrase({ term, prefix }: TermMatch): string {
  return prefix ? `"${term}" *` : `"${term}"`
}
