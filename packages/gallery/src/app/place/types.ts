import type { ListQuery } from '@stowage/client'
import type { Filters } from './filters.ts'

export type View = 'files' | 'favourites' | 'trash' | 'usage' | 'keys' | 'webhooks'
export type Layout = 'grid' | 'list'
export type Sort = NonNullable<ListQuery['sort']>

/** What the page shows. All of it is in the address. */
export interface Place {
  readonly view: View
  /** A folder by its id; `null`: files in no folder; `undefined`: everything. */
  readonly folder: string | null | undefined
  readonly tag: string | null
  /** What is searched for; empty: nothing. */
  readonly q: string
  readonly filters: Filters
  readonly sort: Sort
  readonly layout: Layout
  /** The asset whose details are open. */
  readonly asset: string | null
  /** The webhook whose deliveries are shown. */
  readonly webhook: string | null
}
