import { LIVE, type ListNumber } from '../tenants/count-tree.ts'
import type { Condition } from './conditions.ts'
import { allOf, type Fragment, fragment } from './fragment.ts'

/** Selects assets of one list of a tenant. */
export interface SearchFilter {
  readonly tenantId: number
  readonly list: ListNumber
  readonly conditions: readonly Condition[]
  /** How many assets the list has. */
  readonly listed: number
}

/** A range of insertion numbers, both ends included. */
export interface SeqRange {
  readonly first: number
  readonly last: number
}

/** The assets of the list for which these conditions hold. */
export function whereOf(
  { tenantId, list }: Pick<SearchFilter, 'tenantId' | 'list'>,
  conditions: readonly Fragment[],
  range: SeqRange | null = null,
): Fragment {
  const state = list === LIVE ? 'a.trashed_at IS NULL' : 'a.trashed_at IS NOT NULL'
  return allOf([
    fragment(`a.tenant_id = ? AND ${state}`, tenantId),
    ...(range === null ? [] : [inRange(range)]),
    ...conditions,
  ])
}

function inRange({ first, last }: SeqRange): Fragment {
  return fragment('a.seq BETWEEN ?::bigint AND ?::bigint', first, last)
}
