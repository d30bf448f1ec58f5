import { isStowageError, type ListOptions } from '@stowage/core'
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '@stowage/core/internal'
import type { AssetSort, CursorListOptions } from '@stowage/core/types'
import { nearest } from '../http/query/nearest.ts'
import { invalidParameter, type Query } from '../http/query/query.ts'
import { filterOfQuery } from './asset-filter.ts'

/** The store's name for each attribute. */
const SORTS = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  name: 'name',
  size: 'size',
  type: 'type',
  duration_seconds: 'durationSeconds',
  taken_at: 'takenAt',
} as const
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['date', 'created_at'],
  ['created', 'created_at'],
  ['newest', 'created_at'],
  ['updated', 'updated_at'],
  ['modified', 'updated_at'],
  ['title', 'name'],
  ['bytes', 'size'],
  ['duration', 'duration_seconds'],
  ['taken', 'taken_at'],
])

/** What `sort` can be, for descriptions. */
export const SORT_NAMES: readonly string[] = Object.keys(SORTS).flatMap((name) => [
  name,
  `-${name}`,
])

const CURSOR = ['page[size]', 'page[after]', 'page[before]'] as const
const WHOLE_NUMBER = /^\d{1,3}$/

/** What a list is asked for: by the number of a page, or by a cursor once one of `page[…]` is given. */
export type ListRequest =
  | { readonly cursor: false; readonly options: ListOptions }
  | { readonly cursor: true; readonly options: CursorListOptions }

/** Reads the query of a list of assets. Throws 400 `invalid_parameter`. */
export function listRequestOf(query: Query): ListRequest {
  const { given, page, perPage, trashed } = query
  const sort = given.get('sort')
  const find = {
    trashed,
    filter: filterOfQuery(given),
    ...(sort !== undefined && { sort: sortOf(sort) }),
  }
  if (CURSOR.every((name) => !given.has(name))) {
    return { cursor: false, options: { ...find, page, perPage } }
  }
  for (const name of ['page', 'per_page']) {
    if (given.has(name)) {
      throw invalidParameter(name, 'Pages by `page[after]` have no number. Use `page[size]` alone.')
    }
  }
  const [after, before] = [given.get('page[after]'), given.get('page[before]')]
  const paged = { ...find, perPage: cursorSizeOf(given) }
  if (before === undefined) return { cursor: true, options: { ...paged, after: after ?? null } }
  if (after === undefined) return { cursor: true, options: { ...paged, before } }
  throw invalidParameter('page[before]', 'Give one of `page[after]` and `page[before]`.')
}

/** Turns an error of `list` into one for the client: a cursor that the store does not know. */
export function explainList(error: unknown): unknown {
  if (!isStowageError(error, 'invalid_argument')) return error
  const { argument } = error.context
  if (argument !== 'after' && argument !== 'before') return error
  return invalidParameter(
    `page[${argument}]`,
    'This is no cursor of this list. Follow its links with the filters and the order unchanged, or start anew without it.',
  )
}

function sortOf(text: string): AssetSort {
  const [, sign = '', name = ''] = /^(-?)(.*)$/s.exec(text) ?? []
  if (Object.hasOwn(SORTS, name)) return `${sign as '-'}${SORTS[name as keyof typeof SORTS]}`
  const meant = nearest(name, Object.keys(SORTS), SYNONYMS)
  const names = Object.keys(SORTS).map((each) => `\`${each}\``)
  throw invalidParameter(
    'sort',
    meant === undefined
      ? `It can be one of ${names.join(', ')}, with \`-\` before it for descending.`
      : `There is no such order. Did you mean \`${sign}${meant}\`?`,
  )
}

/** How many resources a page by a cursor has. Throws 400 `invalid_parameter`. */
export function cursorSizeOf(given: Query['given']): number {
  const text = given.get('page[size]')
  if (text === undefined) return DEFAULT_PER_PAGE
  const size = WHOLE_NUMBER.test(text) ? Number(text) : 0
  if (size >= 1 && size <= MAX_PER_PAGE) return size
  throw invalidParameter('page[size]', `It must be a whole number from 1 to ${MAX_PER_PAGE}.`)
}
