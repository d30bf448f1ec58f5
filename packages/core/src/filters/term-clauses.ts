import { ASSET_FILTERS, type CheckedFilter } from './asset-filters.ts'
import type { TermFilter } from './filter-entry.ts'
import type { TermClause } from './term-clause.ts'

/**
 * The clauses that the terms of an asset must satisfy, all of them. Empty when the filter asks for nothing that terms
 * answer.
 */
export function termClauses(filter: CheckedFilter): readonly TermClause[] {
  const clauses = Object.entries(filter).flatMap(([name, wanted]) => {
    const { terms } = ASSET_FILTERS[name as keyof CheckedFilter] as Partial<TermFilter<unknown>>
    return wanted === undefined || terms === undefined ? [] : terms(wanted)
  })
  // Words of a search first, so that statements read the same whatever the order of the members.
  return clauses.toSorted((a, b) => prefixes(b) - prefixes(a))
}

function prefixes([first]: TermClause): number {
  return first?.prefix === true ? 1 : 0
}
