import type { AssetStore } from '../asset-store/asset-store.ts'
import { requireOptions } from '../asset-store/call-options.ts'
import { CALLS } from '../asset-store/known-options.ts'
import { DEFAULT_PER_PAGE, requirePage } from '../asset-store/limits.ts'
import type {
  AnyListOptions,
  AssetCursorPage,
  AssetPage,
  FindOptions,
} from '../asset-store/list-options.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Asset } from '../model/asset.ts'
import { DEFAULT_SORT, directionOf, requireSort, type SortPosition } from '../model/asset-order.ts'
import { isInScope } from '../model/asset-scope.ts'
import { requireFilter, requireSearch } from '../model/checked-filter.ts'
import type { AssetList, ListStart } from '../ports/asset-records.ts'
import type { Engine } from './engine.ts'
import {
  type CursorMark,
  cursorOf,
  type ListIdentity,
  markBeside,
  markOf,
  requireMark,
} from './list-cursor.ts'

type Lists = Pick<Engine, 'metadata' | 'calls'>
type View = Pick<AssetStore, 'tenant' | 'scope'>

/** `AssetStore.list` of one view: a page by its number, or by a cursor when there is one. */
export async function listAssets(
  engine: Lists,
  view: View,
  options: AnyListOptions,
): Promise<AssetPage | AssetCursorPage> {
  const given = requireOptions(CALLS.list, options)
  const { page, perPage = DEFAULT_PER_PAGE, after, before, signal } = given
  requirePage(page ?? 1, perPage)
  const list = listOf(view, given)
  const { calls, metadata } = engine
  const read = (from: ListStart, limit: number) =>
    calls.look(() => metadata.assets.list({ ...list, from, limit }), signal)
  const resolve = (mark: CursorMark, way: 'after' | 'before') =>
    calls.look(() => placeOf(engine, list, mark, way), signal)
  if (after === undefined && before === undefined) return pageByNumber(read, page ?? 1, perPage)
  if (page !== undefined || (after !== undefined && before !== undefined)) {
    throw invalidArgument(
      after === undefined ? 'before' : 'after',
      'Give one of page, after and before alone.',
    )
  }
  const between = { after: after ?? null, before: before ?? null }
  return pageByCursor({ read, resolve }, list, { ...between, perPage })
}

/** What the options ask for, checked. */
export function listOf({ tenant, scope }: View, options: FindOptions): ListIdentity {
  const { trashed = false, filter, sort = DEFAULT_SORT, search } = options
  if (typeof trashed !== 'boolean' && trashed !== 'with') {
    throw invalidArgument('trashed', "trashed must be true, false or 'with'.")
  }
  const checked = requireFilter(filter)
  if (search !== undefined && checked.search !== undefined) {
    throw invalidArgument('search', 'Give one of search and filter.search alone.')
  }
  const found = search === undefined ? {} : { search: requireSearch('search', search) }
  return { tenant, scope, trashed, filter: { ...checked, ...found }, sort: requireSort(sort) }
}

type Read = (from: ListStart, limit: number) => Promise<AssetList>

interface Reads {
  readonly read: Read
  readonly resolve: (mark: CursorMark, way: 'after' | 'before') => Promise<SortPosition>
}

async function pageByNumber(read: Read, page: number, perPage: number): Promise<AssetPage> {
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  const { assets, total } = await read({ offset }, perPage)
  return { assets, page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) }
}

/** Reads one more than the page has, which says whether another page follows. */
async function pageByCursor(
  { read, resolve }: Reads,
  list: ListIdentity,
  options: {
    readonly after: string | null
    readonly before: string | null
    readonly perPage: number
  },
): Promise<AssetCursorPage> {
  const { after, before, perPage } = options
  const cursor = (mark: CursorMark) => cursorOf(list, mark)
  const at = (asset: Asset) => cursor(markOf(list, asset))
  if (before !== null) {
    const mark = requireMark('before', list, before)
    const { assets: found, total } = await read(
      { before: await resolve(mark, 'before') },
      perPage + 1,
    )
    const assets = found.slice(-perPage)
    const [first, last] = [assets.at(0), assets.at(-1)]
    const previous = found.length > perPage && first !== undefined ? at(first) : null
    const next = last === undefined ? cursor(markBeside(list, mark, -1)) : at(last)
    return { assets, perPage, total, next, previous }
  }
  const mark = after === null ? null : requireMark('after', list, after)
  const from = mark === null ? { offset: 0 } : { after: await resolve(mark, 'after') }
  const { assets: found, total } = await read(from, perPage + 1)
  const assets = found.slice(0, perPage)
  const [first, last] = [assets.at(0), assets.at(-1)]
  const next = found.length > perPage && last !== undefined ? at(last) : null
  if (mark === null) return { assets, perPage, total, next, previous: null }
  const previous = first === undefined ? cursor(markBeside(list, mark, 1)) : at(first)
  return { assets, perPage, total, next, previous }
}

/** The place that a mark names. */
async function placeOf(
  { metadata }: Pick<Lists, 'metadata'>,
  { tenant, scope, sort }: ListIdentity,
  mark: CursorMark,
  way: 'after' | 'before',
): Promise<SortPosition> {
  if ('seq' in mark) return mark
  const { value, id, createdAt, by } = mark
  const asset = await metadata.assets.get({ id })
  if (asset !== null && asset.tenant === tenant && isInScope(asset, scope)) {
    return { value, seq: asset.seq + by }
  }
  // It was purged: its place lies right above that of the asset of the scope which was uploaded before it.
  const { assets } = await metadata.assets.list({
    tenant,
    scope,
    trashed: 'with',
    filter: { createdAt: { lt: createdAt } },
    from: { offset: 0 },
    limit: 1,
  })
  const below = assets[0]?.seq ?? 0
  const isDownwards = directionOf(sort).descending === (way === 'after')
  return { value, seq: isDownwards ? below + 1 : below }
}
