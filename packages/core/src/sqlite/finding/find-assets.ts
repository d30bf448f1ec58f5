import type { AssetRecord } from '../../assets/asset.ts'
import type { AssetList, ListQuery, ListStart } from '../../assets/asset-records.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { matchesFilter } from '../../filters/matches-filter.ts'
import { comparePositions, DEFAULT_SORT } from '../../finding/asset-order.ts'
import { LIVE, type ListNumber, TRASH } from '../../usage/count-changes.ts'
import type { Sql } from '../driver/client.ts'
import { folderTreeIds } from '../folders/folder-filter.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { findTenant } from '../tenants/tenants.ts'
import { columnConditions } from './conditions.ts'
import type { ListTotals, ReadingBounds, Total } from './list-totals.ts'
import { matchOf } from './match.ts'
import { orderOf, type PageKey, reversed } from './order.ts'
import { type Part, pageKeys, type SearchQuery } from './page-keys.ts'

const LISTS: Readonly<Record<string, readonly ListNumber[]>> = {
  false: [LIVE],
  true: [TRASH],
  with: [LIVE, TRASH],
}

/**
 * `AssetRecords.list` of any filter and order. The caller runs it in one snapshot. A page near the end is read from the
 * end, so it costs as much as one near the beginning.
 */
export function findAssets(sql: Sql, query: ListQuery, totals: ListTotals): AssetList {
  const { tenant, scope = null, trashed, filter = {}, sort = DEFAULT_SORT, from, limit } = query
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { assets: [], total: 0 }
  const { folderTree } = filter
  const tree =
    folderTree === undefined ? [] : folderTreeIds(sql, { tenantId, scope, id: folderTree })
  const conditions = columnConditions(filter, scope, tree)
  const match = matchOf(filter)
  const folders = new Set(tree)
  const holds = (asset: AssetRecord) =>
    isInScope(asset, scope) && matchesFilter(asset, filter, folders)
  const lists = (LISTS[String(trashed)] ?? []).map((list) => {
    const wanted = { tenantId, list, conditions, match, holds }
    return { wanted, total: totals.count(sql, wanted), bounds: totals.bounds }
  })
  const total = lists.reduce((sum, each) => sum + each.total.n, 0)
  const { part, isReversed } = partOf(from, limit, total, sort)
  const keys = lists.length === 1 ? keysOf(sql, lists, part) : mergedKeys(sql, lists, part, sort)
  const assets = rowsOf(sql, tenantId, isReversed ? keys.toReversed() : keys)
  return { assets, total }
}

interface Counted {
  readonly wanted: SearchQuery
  readonly total: Total
  readonly bounds: ReadingBounds
}

/** The part to read, and whether it comes in reverse order. */
function partOf(
  from: ListStart,
  limit: number,
  total: number,
  sort: NonNullable<ListQuery['sort']>,
): { readonly part: Part; readonly isReversed: boolean } {
  const order = orderOf(sort)
  if ('belowSeq' in from) {
    const after = { value: null, seq: from.belowSeq }
    return { part: { order, after, skip: 0, limit }, isReversed: false }
  }
  if ('after' in from) {
    return { part: { order, after: from.after, skip: 0, limit }, isReversed: false }
  }
  if ('before' in from) {
    const part = { order: reversed(order), after: from.before, skip: 0, limit }
    return { part, isReversed: true }
  }
  const skip = from.offset
  if (skip + limit <= total / 2) {
    return { part: { order, after: null, skip, limit }, isReversed: false }
  }
  const rest = Math.max(0, total - skip - limit)
  const size = Math.min(limit, Math.max(0, total - skip))
  const part = { order: reversed(order), after: null, skip: rest, limit: size }
  return { part, isReversed: true }
}

function keysOf(sql: Sql, lists: readonly Counted[], part: Part): readonly PageKey[] {
  return lists.flatMap(({ wanted, ...counted }) => pageKeys(sql, wanted, counted, part))
}

/** Both lists are sorted, so the first `skip + limit` of each contain the page. */
function mergedKeys(
  sql: Sql,
  lists: readonly Counted[],
  part: Part,
  sort: NonNullable<ListQuery['sort']>,
): readonly PageKey[] {
  const { skip, limit, order } = part
  const both = keysOf(sql, lists, { ...part, skip: 0, limit: skip + limit })
  const isTurned = order.descending !== sort.startsWith('-')
  const compare = comparePositions(sort)
  const sorted = [...both].sort((a, b) => (isTurned ? compare(b, a) : compare(a, b)))
  return sorted.slice(skip, skip + limit)
}

const ROWS = `${SELECT_ASSET} WHERE a.tenant_id = ? AND a.trashed_at IS NULL
    AND a.seq IN (SELECT value FROM json_each(?))
  UNION ALL ${SELECT_ASSET} WHERE a.tenant_id = ? AND a.trashed_at IS NOT NULL
    AND a.seq IN (SELECT value FROM json_each(?))`

function rowsOf(sql: Sql, tenantId: number, keys: readonly PageKey[]): readonly AssetRecord[] {
  if (keys.length === 0) return []
  const seqs = JSON.stringify(keys.map(({ seq }) => seq))
  const rows = sql<AssetRow>(ROWS).all(tenantId, seqs, tenantId, seqs)
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return keys.flatMap(({ seq }) => {
    const row = bySeq.get(seq)
    return row === undefined ? [] : [assetOfRow(row)]
  })
}
