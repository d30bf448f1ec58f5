import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetList,
  comparePositions,
  DEFAULT_SORT,
  type ListQuery,
  type ListStart,
} from '@stowage/core/internal'
import type { AssetSort } from '@stowage/core/types'
import type { Sql } from '../connection/database.ts'
import { conditionsOf } from '../finding/conditions.ts'
import { folderTreeIds } from '../finding/folder-tree-ids.ts'
import type { ListTotals, Total } from '../finding/list-totals.ts'
import { skipsOf } from '../finding/merged-lists.ts'
import { orderOf, reversed } from '../finding/order.ts'
import { type Limits, type PageKey, type Part, pageKeys } from '../finding/page-keys.ts'
import type { SearchFilter } from '../finding/search-filter.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { LIVE, type ListNumber, TRASH } from '../tenants/count-tree.ts'

const LISTS: Readonly<Record<string, readonly ListNumber[]>> = {
  false: [LIVE],
  true: [TRASH],
  with: [LIVE, TRASH],
}

/** The plans must not depend on statistics or on the number of rows: these settings make them all use an index. */
const PLANNING = `SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL jit = off;
  SET LOCAL max_parallel_workers_per_gather = 0`

/** `server`: when the server was started. */
const FIND_TENANT = `SELECT id, live, trash, pg_postmaster_start_time()::text AS server
  FROM $schema.tenants WHERE name = $1`

interface TenantFound {
  readonly id: number
  readonly live: number
  readonly trash: number
  readonly server: string
}

/**
 * `AssetRecords.list` of any filter and order. All that `sql` reads is of one snapshot. A page near the end is read
 * from the end, so it costs as much as one near the beginning. `limits`: for tests of the plans of long lists.
 */
export async function findAssets(
  sql: Sql,
  query: ListQuery,
  totals: ListTotals,
  limits?: Partial<Limits>,
): Promise<AssetList> {
  const { tenant: name, scope = null, trashed, filter = {}, sort = DEFAULT_SORT } = query
  await sql(PLANNING)
  const [tenant] = await sql<TenantFound>(FIND_TENANT, [name])
  if (tenant === undefined) return { assets: [], total: 0 }
  const tenantId = tenant.id
  const { folderTree: folderId } = filter
  const tree = folderId === undefined ? [] : await folderTreeIds(sql, { tenantId, scope, folderId })
  const conditions = conditionsOf({ scope, filter }, { tenantId, tree })
  const lists: Counted[] = []
  for (const list of LISTS[String(trashed)] ?? []) {
    const listed = list === LIVE ? tenant.live : tenant.trash
    const wanted = { tenantId, list, conditions, listed }
    lists.push({ wanted, total: await totals.count(sql, tenant.server, wanted) })
  }
  const total = lists.reduce((sum, each) => sum + each.total.n, 0)
  const { part, isReversed } = partOf(query, total, sort)
  const keys = await keysOf(sql, lists, { part, sort, limits })
  const assets = await assetsOf(sql, lists, isReversed ? keys.toReversed() : keys)
  return { assets, total }
}

interface Counted {
  readonly wanted: SearchFilter
  readonly total: Total
}

/** The part to read, and whether it comes in reverse order. */
function partOf(
  { from, limit }: { readonly from: ListStart; readonly limit: number },
  total: number,
  sort: AssetSort,
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

/** The keys of the page. With two lists, finds where the page begins in each, then merges what follows. */
async function keysOf(
  sql: Sql,
  lists: readonly Counted[],
  {
    part,
    sort,
    limits,
  }: {
    readonly part: Part
    readonly sort: AssetSort
    readonly limits?: Partial<Limits> | undefined
  },
): Promise<readonly PageKey[]> {
  const { skip, limit, order } = part
  const [one, other] = lists
  if (one === undefined || limit <= 0) return []
  const read = ({ wanted, total }: Counted, some: Pick<Part, 'skip' | 'limit'>) =>
    pageKeys(sql, wanted, total, { ...part, ...some }, limits)
  if (other === undefined) return read(one, part)
  const isTurned = order.descending !== sort.startsWith('-')
  const compare = comparePositions(sort)
  const placeOf = ({ value, seq }: PageKey) => ({
    value: order.none !== null && value === Number(order.none) ? null : value,
    seq,
  })
  const compared = (a: PageKey, b: PageKey) =>
    isTurned ? compare(placeOf(b), placeOf(a)) : compare(placeOf(a), placeOf(b))
  const search = skipsOf<PageKey>([one.total.n, other.total.n], skip, (a, b) => compared(a, b) < 0)
  let step = search.next()
  while (!step.done) {
    const { list, at } = step.value
    const [key] = await read(list === 0 ? one : other, { skip: at, limit: 1 })
    step = search.next(key)
  }
  const [ofOne, ofOther] = step.value
  const rest = skip - ofOne - ofOther
  const both = [
    ...(await read(one, { skip: ofOne, limit: rest + limit })),
    ...(await read(other, { skip: ofOther, limit: rest + limit })),
  ]
  return both.sort(compared).slice(rest, rest + limit)
}

/** An insertion number is in one of the two lists, each of which has an index. */
const ASSETS_OF = [
  `${SELECT_ASSET} WHERE a.tenant_id = $1 AND a.trashed_at IS NULL AND a.seq = ANY($2::bigint[])`,
  `${SELECT_ASSET} WHERE a.tenant_id = $1 AND a.trashed_at IS NOT NULL AND a.seq = ANY($2::bigint[])`,
] as const

async function assetsOf(
  sql: Sql,
  lists: readonly Counted[],
  keys: readonly PageKey[],
): Promise<readonly AssetRecord[]> {
  const bySeq = new Map<number, AssetRow>()
  for (const { wanted } of keys.length === 0 ? [] : lists) {
    const rows = await sql<AssetRow>(ASSETS_OF[wanted.list], [
      wanted.tenantId,
      keys.map(({ seq }) => seq),
    ])
    for (const row of rows) bySeq.set(row.seq, row)
  }
  return keys.flatMap(({ seq }) => {
    const row = bySeq.get(seq)
    return row === undefined ? [] : [assetOfRow(row)]
  })
}
