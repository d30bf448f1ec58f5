import type { Asset } from '../assets/asset.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { AssetSort } from './asset-sort.ts'

/** Which assets, in which order. */
export interface FindOptions extends CallOptions {
  /** `true` lists the trash instead, `with` lists both. Default `false`. */
  readonly trashed?: boolean | 'with'
  /** Only assets that match this filter. Default: all. */
  readonly filter?: AssetFilter
  /** Default `-createdAt`: newest first. */
  readonly sort?: AssetSort
  /** The same as `filter.search`, for when there is no other filter. */
  readonly search?: string
}

/** Options of `matching.iterate`: which of the matching assets, and in which order. */
export type IterateOptions = Omit<FindOptions, 'filter'>

/** Options of `list`: which assets, in which order, and which page of them. */
export interface ListOptions extends FindOptions {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 … 100. Default 24. */
  readonly perPage?: number
}

/**
 * Options of `list` with a cursor. Each page costs the same, however far it is from the first, and does not shift when
 * assets come and go meanwhile.
 */
export type CursorListOptions = FindOptions & {
  /** 1 … 100. Default 24. */
  readonly perPage?: number
  readonly page?: never
} & (
    | {
        /** `next` of a page of the same list; `null`: from the start. */
        readonly after: string | null
        readonly before?: never
      }
    | {
        /** `previous` of a page of the same list. */
        readonly before: string
        readonly after?: never
      }
  )

/** Every option of `list`. */
export interface AnyListOptions extends ListOptions {
  readonly after?: string | null
  readonly before?: string
}

/** One page with the exact total of the same moment. */
export interface AssetPage {
  /** At most `perPage`, in the order asked for; empty after the last page. */
  readonly assets: readonly Asset[]
  /** The page asked for, from 1. */
  readonly page: number
  readonly perPage: number
  /** Number of assets in the whole list. */
  readonly total: number
  /** At least 1, also when the list is empty. */
  readonly lastPage: number
}

/** One page by a cursor, with the exact total of the same moment. */
export interface AssetCursorPage {
  /** At most `perPage`, in the order asked for. */
  readonly assets: readonly Asset[]
  readonly perPage: number
  /** Number of assets in the whole list. */
  readonly total: number
  /** Pass it as `after` for the next page; `null` on the last page. */
  readonly next: string | null
  /** Pass it as `before` for the previous page; `null` on the first page. */
  readonly previous: string | null
}
