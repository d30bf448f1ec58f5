import type { ListQuery } from '../assets/asset-records.ts'
import type { AssetScope } from '../assets/asset-scope.ts'
import { DEFAULT_SORT } from './asset-order.ts'

/** A list of all active assets, or of the whole trash, newest first: what the count tree serves. */
export interface PlainList {
  readonly tenant: string
  readonly scope: AssetScope | null
  readonly trashed: boolean
  readonly from: { readonly offset: number } | { readonly belowSeq: number }
  readonly limit: number
}

/**
 * The query as such a list; `null` when it asks for more: a filter, another order, both lists, a page before a
 * position.
 */
export function plainList(query: ListQuery): PlainList | null {
  const { tenant, scope = null, trashed, filter = {}, sort = DEFAULT_SORT, from, limit } = query
  if (trashed === 'with' || sort !== DEFAULT_SORT || Object.keys(filter).length > 0) return null
  const list = { tenant, scope, trashed, limit }
  if ('before' in from) return null
  if ('after' in from) return { ...list, from: { belowSeq: from.after.seq } }
  return { ...list, from }
}
