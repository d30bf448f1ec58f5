import type { Query } from '../http/query/query.ts'
import { listLink } from './list-link.ts'

/** Links and facts of one page of a list that has numbered pages. */
export interface PageOfList {
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

/** The links and facts around the `count` resources of a page. `path` is the URL of the list without its query. */
export function pageOfList(
  {
    page: current,
    perPage,
    total,
    lastPage,
  }: {
    readonly page: number
    readonly perPage: number
    readonly total: number
    readonly lastPage: number
  },
  count: number,
  { path, query }: { readonly path: string; readonly query: Pick<Query, 'given'> },
): PageOfList {
  const linkTo = (number: number) => listLink(path, query.given, { page: String(number) })
  const before = (current - 1) * perPage
  return {
    links: {
      first: linkTo(1),
      last: linkTo(lastPage),
      prev: current > 1 ? linkTo(Math.min(current - 1, lastPage)) : null,
      next: current < lastPage ? linkTo(current + 1) : null,
    },
    meta: {
      current_page: current,
      from: count === 0 ? null : before + 1,
      last_page: lastPage,
      path,
      per_page: perPage,
      to: count === 0 ? null : before + count,
      total,
    },
  }
}
