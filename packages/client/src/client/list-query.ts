import type { ListAssetsQuery } from '../generated/openapi.ts'

/** Which assets: every member must hold. Of several values in a list, any. */
export type AssetFilter = {
  [Name in keyof ListAssetsQuery as Name extends `filter[${infer Filter}]`
    ? Filter extends `${string}[${string}` | 'tag'
      ? never
      : Filter
    : never]?: ListAssetsQuery[Name] | undefined
} & {
  /** All of these tags; or `{ all, any }`. */
  tag?: string[] | { all?: string[] | undefined; any?: string[] | undefined } | undefined
}

/** Which assets, and in which order. */
export interface FindQuery extends Pick<ListAssetsQuery, 'sort' | 'with_meta' | 'sign'> {
  readonly filter?: AssetFilter | undefined
  /** 1 … 100. */
  readonly per_page?: number | undefined
}

/** Which page of which list, by its number. */
export interface ListQuery extends FindQuery, Pick<ListAssetsQuery, 'filter[trashed]'> {
  /** From 1. */
  readonly page?: number | undefined
}

/** Which page of which list, by a cursor from a link of another page. */
export interface CursorQuery extends Pick<ListAssetsQuery, 'sort' | 'with_meta' | 'sign'> {
  readonly filter?: AssetFilter | undefined
  /** 1 … 100. */
  readonly 'page[size]': number
  readonly 'page[after]'?: string | undefined
  readonly 'page[before]'?: string | undefined
}
