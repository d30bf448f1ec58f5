import type { AssetPage } from '@stowage/core'
import type { AssetCursorPage } from '@stowage/core/types'
import { listLink } from '../documents/list-link.ts'
import { type PageOfList, pageOfList } from '../documents/page-of-list.ts'
import type { Query } from '../http/query/query.ts'
import { type AssetResource, assetResource, type ResourceContext } from './asset-resource.ts'

/** One page of a list, with links to the others. */
export interface AssetCollection extends PageOfList {
  readonly data: readonly AssetResource[]
}

/** One page by a cursor, with links to its neighbours. */
export interface AssetCursorCollection {
  readonly data: readonly AssetResource[]
  /** URLs of pages; `prev` and `next` are `null` at either end. */
  readonly links: {
    readonly first: string
    readonly prev: string | null
    readonly next: string | null
  }
  readonly meta: { readonly path: string; readonly per_page: number; readonly total: number }
}

type Context = ResourceContext & { readonly query: Query }

/** A page as clients see it. Links keep the query's other parameters. */
export function assetCollection(page: AssetPage, context: Context): AssetCollection {
  const { root, query } = context
  const data = page.assets.map((asset) => assetResource(asset, context))
  return { data, ...pageOfList(page, data.length, { path: `${root}/assets`, query }) }
}

/** A page by a cursor as clients see it. Links keep the query's other parameters. */
export function assetCursorCollection(
  page: AssetCursorPage,
  context: Context,
): AssetCursorCollection {
  const { root, query } = context
  const { assets, perPage, total, next, previous } = page
  const path = `${root}/assets`
  const size = { 'page[size]': String(perPage) }
  const link = (after: string | null, before: string | null) =>
    listLink(path, query.given, { ...size, 'page[after]': after, 'page[before]': before })
  return {
    data: assets.map((asset) => assetResource(asset, context)),
    links: {
      first: link(null, null),
      prev: previous === null ? null : link(null, previous),
      next: next === null ? null : link(next, null),
    },
    meta: { path, per_page: perPage, total },
  }
}
