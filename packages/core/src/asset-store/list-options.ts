import type { Asset } from '../model/asset.ts'
import type { CallOptions } from './call-options.ts'

/** Which page of which list. */
export interface ListOptions extends CallOptions {
  /** From 1. Default 1. */
  readonly page?: number
  /** 1 … 100. Default 24. */
  readonly perPage?: number
  /** `true` lists the trash instead. Default `false`. */
  readonly trashed?: boolean
}

/** One page, newest first, with the exact total of the same moment. */
export interface AssetPage {
  /** At most `perPage`, newest first; empty after the last page. */
  readonly assets: readonly Asset[]
  /** The page asked for, from 1. */
  readonly page: number
  readonly perPage: number
  /** Assets of the whole list. */
  readonly total: number
  /** At least 1, also when the list is empty. */
  readonly lastPage: number
}
