import type { CallOptions } from '../options/call-options.ts'

/**
 * Names an asset by something other than its id: the identifier in its file URLs, or the id that another system gave
 * it.
 */
export type AssetReference = { readonly publicFileId: string } | { readonly externalId: string }

/** Options of `get`. */
export interface GetOptions extends CallOptions {
  /** Also finds assets in the trash, whose `trashedAt` is set. Default: active assets only. */
  readonly trashed?: 'include'
  /**
   * With `any` and a `publicFileId`, finds files of every tenant and scope, for apps whose file URLs are public.
   * Default: only those of this view of the store.
   */
  readonly tenant?: 'any'
}
