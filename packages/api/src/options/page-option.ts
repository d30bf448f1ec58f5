import { type Check, check, givenItems } from '@stowage/core/internal'
import type { ApiRequest, ApiResponse } from '../message/request.ts'

/** What a page sees of a request. */
export type PageRequest = Pick<ApiRequest, 'path' | 'query' | 'baseUrl' | 'headers'>

/** Files for browsers that a handler serves next to `/api/v1`, such as those of `gallery()`. They need no key. */
export interface Page {
  /**
   * Every path that it answers, below the mount and exact: `/`, `/app.js`. The empty one is the mount itself, without a
   * trailing slash.
   */
  readonly paths: readonly string[]
  /** Answers GET and HEAD of one of the `paths`. The API leaves out the body of the answer to HEAD. */
  answer(request: PageRequest): ApiResponse
}

const WANTED = 'a page, such as gallery()'

/** Checks the option `page`. */
export const pageOption: Check = check(WANTED, (value) => {
  if (typeof value !== 'object' || value === null) return false
  const { paths, answer } = value as Readonly<Record<string, unknown>>
  return typeof answer === 'function' && givenItems(paths)?.every(isBesideApi) === true
})

/** A path that the API does not answer. */
function isBesideApi(path: unknown): boolean {
  return typeof path === 'string' && /^(?:\/(?!api\/v1(?:\/|$)).*)?$/.test(path)
}
