import type { CallOptions } from './call-options.ts'

/** An asset by another name than its id: that of its file URL, or the one that another system gave it. */
export type AssetReference = { readonly publicFileId: string } | { readonly externalId: string }

/** Options of `get`. */
export interface GetOptions extends CallOptions {
  /** Finds an asset in the trash too; its `trashedAt` is set. Default: active ones alone. */
  readonly trashed?: 'include'
  /**
   * `any` with a `publicFileId`: finds the file of every tenant and scope, for apps whose file URLs are public. Default:
   * those of this view of the store.
   */
  readonly tenant?: 'any'
}
