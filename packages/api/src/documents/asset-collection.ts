import type { AssetPage } from '@stowage/core'
import type { Query } from '../http/query.ts'
import { type AssetResource, assetResource, type ResourceContext } from './asset-resource.ts'

/** One page of a list, with links to the others. */
export interface AssetCollection {
  readonly data: readonly AssetResource[]
  /** URLs of pages; `prev` and `next` are `null` at either end. */
  readonly links: {
    readonly first: string
    readonly last: string
    readonly prev: string | null
    readonly next: string | null
  }
  readonly meta: {
    readonly current_page: number
    readonly from: number | null
    readonly last_page: number
    readonly path: string
    readonly per_page: number
    readonly to: number | null
    readonly total: number
  }
}

/** A page as clients see it. Links keep the query's other parameters. */
export function assetCollection(
  page: AssetPage,
  context: ResourceContext & { readonly query: Query },
): AssetCollection {
  const { root, query } = context
  const { assets, page: current, perPage, total, lastPage } = page
  const path = `${root}/assets`
  const linkTo = (number: number) =>
    `${path}?${new URLSearchParams([...new Map(query.given).set('page', String(number))])}`
  const before = (current - 1) * perPage
  const isEmpty = assets.length === 0
  return {
    data: assets.map((asset) => assetResource(asset, context)),
    links: {
      first: linkTo(1),
      last: linkTo(lastPage),
      prev: current > 1 ? linkTo(Math.min(current - 1, lastPage)) : null,
      next: current < lastPage ? linkTo(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: isEmpty ? null : before + 1,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: isEmpty ? null : before + assets.length,
      total,
    },
  }
}
