import { randomBytes } from 'node:crypto'
import type { AssetRecord } from '../assets/asset.ts'
import type { AssetList, ListStart } from '../assets/asset-records.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireFilter } from '../filters/checked-filter.ts'
import { requireSearch } from '../filters/filter-checks.ts'
import { requireOptions } from '../options/call-options.ts'
import { DEFAULT_PER_PAGE, requirePage } from '../options/limits.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { DEFAULT_SORT, positionOf, requireSort, type SortPosition } from './asset-order.ts'
import { cursorOf, type ListIdentity, placeBeside, requirePlace } from './list-cursor.ts'
import type { AnyListOptions, AssetCursorPage, AssetPage, FindOptions } from './list-options.ts'

type Lists = Pick<StoreCore, 'metadata' | 'calls'>
/** `AssetStore.list` of one view: a page by its number, or by a cursor when one is given. */
export async function listAssets(
  core: Lists,
  view: ViewedStore,
  options: AnyListOptions,
): Promise<AssetPage | AssetCursorPage> {
  const given = requireOptions(CALLS.list, options)
  const { page, perPage = DEFAULT_PER_PAGE, after, before, signal } = given
  requirePage(page ?? 1, perPage)
  const list = listOf(view, given)
  const { calls, metadata } = core
  const read = (from: ListStart, limit: number) =>
    calls.look(() => metadata.assets.list({ ...list, from, limit, signal }), signal)
  if (after === undefined && before === undefined) return pageByNumber(read, page ?? 1, perPage)
  if (page !== undefined || (after !== undefined && before !== undefined)) {
    throw invalidArgument(
      after === undefined ? 'before' : 'after',
      'Give one of page, after and before alone.',
    )
  }
  const between = { after: after ?? null, before: before ?? null }
  const readKey = () => calls.look(() => metadata.assets.listKey(list.tenant), signal)
  // A tenant without a key has no cursors either.
  const key = list.scope === null ? null : ((await readKey()) ?? randomBytes(16).toString('hex'))
  return pageByCursor(read, list, { ...between, perPage, key })
}

/** The list that the options ask for, checked. */
export function listOf({ tenant, scope }: ViewedStore, options: FindOptions): ListIdentity {
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

async function pageByNumber(read: Read, page: number, perPage: number): Promise<AssetPage> {
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
  const { assets, total } = await read({ offset }, perPage)
  return { assets, page, perPage, total, lastPage: Math.max(1, Math.ceil(total / perPage)) }
}

/** Reads one asset more than the page has, which shows whether another page follows. */
async function pageByCursor(
  read: Read,
  list: ListIdentity,
  options: {
    readonly after: string | null
    readonly before: string | null
    readonly perPage: number
    /** `null` for a list without a scope. */
    readonly key: string | null
  },
): Promise<AssetCursorPage> {
  const { after, before, perPage, key } = options
  const cursor = (place: SortPosition) => cursorOf(list, place, key)
  const at = (asset: AssetRecord) => cursor(positionOf(asset, list.sort))
  if (before !== null) {
    const place = requirePlace('before', list, before, key)
    const { assets: found, total } = await read({ before: place }, perPage + 1)
    const assets = found.slice(-perPage)
    const [first, last] = [assets.at(0), assets.at(-1)]
    const previous = found.length > perPage && first !== undefined ? at(first) : null
    const next = last === undefined ? cursor(placeBeside(list, place, -1)) : at(last)
    return { assets, perPage, total, next, previous }
  }
  const place = after === null ? null : requirePlace('after', list, after, key)
  const { assets: found, total } = await read(
    place === null ? { offset: 0 } : { after: place },
    perPage + 1,
  )
  const assets = found.slice(0, perPage)
  const [first, last] = [assets.at(0), assets.at(-1)]
  const next = found.length > perPage && last !== undefined ? at(last) : null
  if (place === null) return { assets, perPage, total, next, previous: null }
  const previous = first === undefined ? cursor(placeBeside(list, place, 1)) : at(first)
  return { assets, perPage, total, next, previous }
}
