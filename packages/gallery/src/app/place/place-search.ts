import { type AssetType, type Filters, isDay, TYPES } from './filters.ts'
import type { Place, Sort, View } from './types.ts'

const VIEWS: readonly View[] = ['files', 'favourites', 'trash', 'usage', 'keys', 'webhooks']
export const SORTS = [
  'created_at',
  'updated_at',
  'name',
  'size',
  'type',
  'duration_seconds',
] as const
export const DEFAULT_SORT: Sort = '-created_at'

const OWN = [
  'view',
  'folder',
  'tag',
  'q',
  'type',
  'min',
  'max',
  'from',
  'to',
  'sort',
  'layout',
  'asset',
  'webhook',
]

/** Anything that the address leaves out, or has wrong, gets its default. */
export function placeOfSearch(search: string): Place {
  const given = new URLSearchParams(search)
  const folder = given.get('folder') ?? undefined
  const sort = given.get('sort') ?? ''
  return {
    view: VIEWS.find((view) => view === given.get('view')) ?? 'files',
    folder: folder === 'none' ? null : folder,
    tag: given.get('tag'),
    q: given.get('q') ?? '',
    filters: filtersOf(given),
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    layout: given.get('layout') === 'list' ? 'list' : 'grid',
    asset: given.get('asset'),
    webhook: given.get('webhook'),
  }
}

/** Keeps parameters that are not part of the place, such as that the page is a picker. */
export function searchOfPlace(place: Place, present: string): string {
  const search = new URLSearchParams(present)
  for (const name of OWN) search.delete(name)
  for (const [name, value] of Object.entries(membersOf(place))) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function membersOf({ view, folder, tag, q, filters, sort, layout, asset, webhook }: Place) {
  return {
    view: view === 'files' ? undefined : view,
    folder: folder === null ? 'none' : folder,
    tag: tag ?? undefined,
    q,
    type: filters.types?.join(','),
    min: filters.minSize,
    max: filters.maxSize,
    from: filters.from,
    to: filters.to,
    sort: sort === DEFAULT_SORT ? undefined : sort,
    layout: layout === 'grid' ? undefined : layout,
    asset: asset ?? undefined,
    webhook: webhook ?? undefined,
  }
}

function filtersOf(given: URLSearchParams): Filters {
  const wanted = (given.get('type') ?? '').split(',')
  const types = TYPES.filter((type: AssetType) => wanted.includes(type))
  return {
    types: types.length > 0 ? types : undefined,
    minSize: bytesOf(given.get('min')),
    maxSize: bytesOf(given.get('max')),
    from: dayOf(given.get('from')),
    to: dayOf(given.get('to')),
  }
}

function isSort(text: string): text is Sort {
  return SORTS.some((sort) => text === sort || text === `-${sort}`)
}

function bytesOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function dayOf(text: string | null): string | undefined {
  return text !== null && isDay(text) ? text : undefined
}
