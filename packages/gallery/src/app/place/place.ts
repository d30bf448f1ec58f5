import { effect, type ReadonlySignal, signal } from '@preact/signals'
import type { AssetFilter, ListQuery } from '@stowage/client'
import { filterOf } from './filters.ts'
import { picker } from './picker.ts'
import { placeOfSearch, searchOfPlace } from './place-search.ts'
import type { Place, View } from './types.ts'

export type { Layout, Place, Sort, View } from './types.ts'

const current = signal<Place>(placeOfSearch(location.search))

export const place: ReadonlySignal<Place> = current

/** The same for all places with the same list: neither the layout nor the open asset changes it. */
export function listKey(where: Place): string {
  return JSON.stringify(toQuery(where))
}

/**
 * Goes to another place: adds an entry to the browser's history unless `replace`. Another view, folder, tag or search
 * closes the asset that is open.
 */
export function goTo(change: Partial<Place>, { replace = false } = {}): void {
  const next = { ...current.peek(), ...change }
  if (!('asset' in change) && listKey(next) !== listKey(current.peek())) {
    Object.assign(next, { asset: null })
  }
  const url = hrefOf(next)
  if (url === location.pathname + location.search) return
  const isSameList = listKey(next) === listKey(current.peek())
  if (replace) history.replaceState(isSameList ? history.state : null, '', url)
  else {
    keepScroll()
    history.pushState(isSameList ? history.state : null, '', url)
  }
  current.value = next
}

/** For links, which open in a new tab as well. */
export function hrefOf(change: Partial<Place>): string {
  return location.pathname + searchOfPlace({ ...current.value, ...change }, location.search)
}

/** The start of a view, folder or tag. Of the place before, only the layout and the order stay. */
export function placeFor(change: Partial<Place>): Partial<Place> {
  return {
    ...{ view: 'files', folder: undefined, tag: null, q: '', filters: {} },
    ...{ asset: null, webhook: null },
    ...change,
  }
}

/** Whether a view is a list of files. */
export function hasFiles(view: View): boolean {
  return view === 'files' || view === 'favourites' || view === 'trash'
}

/** The list of a place, for `client.list`. */
export function toQuery(where: Place): ListQuery {
  return { filter: toFilter(where), sort: where.sort }
}

/** Which assets are at a place. */
export function toFilter({ view, folder, tag, q, filters }: Place): AssetFilter {
  const filter: AssetFilter = { ...picker?.filter, ...filterOf(filters) }
  if (view === 'trash') filter.trashed = 'only'
  if (view === 'favourites') filter.is_favourite = true
  if (tag !== null) filter.tag = [tag]
  if (q !== '') filter.q = q
  if (folder === null) filter.folder_id = null
  // A search also covers the folders below.
  else if (folder !== undefined && q !== '') filter.folder_tree = folder
  else if (folder !== undefined) filter.folder_id = folder
  return filter
}

/** A file of the list, and how far below the upper edge it begins, in pixels: the same on a screen of any width. */
export interface Spot {
  readonly index: number
  readonly offset: number
}

let scrolled: Spot | null = null
let timer: ReturnType<typeof setTimeout> | undefined

/** Stores in the history entry which file is the first in sight. */
export function rememberScroll(first: Spot): void {
  scrolled = first
  // Browsers refuse more than a few hundred changes of the history a minute.
  timer ??= setTimeout(keepScroll, 400)
}

/** What was first in sight when the person was last here; `null`: they were not. */
export function arrivedAt(): Spot | null {
  const { scroll } = Object(history.state) as { readonly scroll?: unknown }
  const { index, offset } = Object(scroll) as Partial<Record<keyof Spot, unknown>>
  return typeof index === 'number' && typeof offset === 'number' ? { index, offset } : null
}

function keepScroll(): void {
  if (timer === undefined) return
  clearTimeout(timer)
  timer = undefined
  history.replaceState({ scroll: scrolled }, '')
}

history.scrollRestoration = 'manual'
addEventListener('pagehide', keepScroll)
addEventListener('popstate', () => {
  // A late note would be written to the entry that the person has come to.
  clearTimeout(timer)
  timer = undefined
  current.value = placeOfSearch(location.search)
})

/** Calls back for the present place and for each later one. */
export function onPlace(listener: (where: Place) => void): () => void {
  return effect(() => listener(current.value))
}
