import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { Asset } from '@stowage/client'
import { hasFiles, listKey, onPlace, place, toQuery } from '../place/place.ts'
import { noteFailure, session } from '../session/session.ts'
import { fetchPage, PAGE_SIZE, type Page } from './pages.ts'

export { PAGE_SIZE } from './pages.ts'

/** Pages that are asked for at the same time. */
const AT_ONCE = 3
/** Pages that are kept: 10,000 assets, so that scrolling far does not fill the memory. */
const KEPT = 100
/** Milliseconds before signed URLs expire at which they are requested again. */
const EARLY = 5 * 60_000

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: unknown }

const currentTotal = signal<number | null>(null)
const currentRevision = signal(0)
const currentState = signal<State>({ kind: 'loading' })

/** How many assets the place has; `null` until it is known. */
export const total: ReadonlySignal<number | null> = currentTotal
/** Another number whenever `at` may return something else. */
export const revision: ReadonlySignal<number> = currentRevision
export const listState: ReadonlySignal<State> = currentState

/** By their index, with holes where pages are not loaded. */
let assets: (Asset | undefined)[] = []
/** Indices of loaded assets by id; `null` when it must be rebuilt. */
let indices: Map<string, number> | null = null
/** Pages that are up to date, with the time at which they must be requested again. */
const fresh = new Map<number, number>()
const running = new Map<number, AbortController>()
/** The one range that is drawn. */
let window = { from: 0, to: 0 }
/** Answers to requests from before the last change are useless, because positions may have moved. */
let generation = 0
let key = ''
let isEarly = false

export function at(index: number): Asset | undefined {
  return assets[index]
}

/** All assets of the list that are loaded. */
export function loadedAssets(): readonly Asset[] {
  return assets.filter((asset) => asset !== undefined)
}

/** The index of an asset; −1 when it is not among those that are loaded. */
export function indexOf(id: string): number {
  if (indices === null) {
    indices = new Map()
    // forEach skips the holes.
    assets.forEach((asset, index) => {
      if (asset !== undefined) indices?.set(asset.id, index)
    })
  }
  return indices.get(id) ?? -1
}

/** Loads what is missing of `from` … `to`, which is drawn now. Cancels requests for pages that are no longer wanted. */
export function want(from: number, to: number): void {
  window = { from: Math.max(0, from), to }
  load()
}

/** Loads all from `from` up to `to`, drawn or not. `false` when the list has changed meanwhile. */
export async function loadAll(from: number, to: number): Promise<boolean> {
  const asked = generation
  for (let page = pageOf(from); page <= pageOf(to - 1); page += 1) {
    if (fresh.has(page)) continue
    const loaded = await fetchPage(toQuery(place.peek()), page, new AbortController().signal)
    if (asked !== generation) return false
    accept(page, loaded)
  }
  return true
}

/** Requests again what is drawn, and the rest once it is drawn. What is loaded stays until the answer comes. */
export function refresh(): void {
  letGo()
  fresh.clear()
  load()
}

/** Requests the first files while the session is still being checked, so that both answers come together. */
export function loadEarly(): void {
  isEarly = true
  load()
}

/** Takes assets out of the list before the service has done so. */
export function forget(ids: Iterable<string>): void {
  const gone = new Set(ids)
  const kept: (Asset | undefined)[] = []
  for (let index = 0; index < assets.length; index += 1) {
    const asset = assets[index]
    if (asset === undefined || !gone.has(asset.id)) kept.push(asset)
  }
  if (kept.length === assets.length) return
  letGo()
  // Each page has lost assets to the page before it.
  fresh.clear()
  replaceAll(kept)
}

/** Shows the new state of an asset at its position. */
export function put(asset: Asset): void {
  const index = indexOf(asset.id)
  const before = assets[index]
  if (before === undefined) return
  const meta = { ...before.meta, ...asset.meta }
  assets[index] = { ...asset, meta }
  currentRevision.value += 1
}

function load(): void {
  const { status } = session.peek()
  if (status !== 'ready' && !(status === 'starting' && isEarly)) return
  if (!hasFiles(place.peek().view)) return
  const first = pageOf(window.from)
  const end = Math.min(window.to, currentTotal.peek() ?? window.to)
  const last = pageOf(Math.max(window.from, end - 1))
  const now = Date.now()
  const wanted: number[] = []
  for (let page = first; page <= last; page += 1) {
    if ((fresh.get(page) ?? 0) < now) wanted.push(page)
  }
  for (const [page, abort] of running) {
    if (wanted.includes(page)) continue
    running.delete(page)
    abort.abort()
  }
  // What is in the middle of the screen comes first.
  const middle = (first + last) / 2
  const inOrder = wanted.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  for (const page of inOrder) {
    if (running.size >= AT_ONCE) break
    if (!running.has(page)) void loadPage(page)
  }
}

async function loadPage(number: number): Promise<void> {
  const abort = new AbortController()
  const { signal } = abort
  running.set(number, abort)
  const asked = generation
  try {
    const page = await fetchPage(toQuery(place.peek()), number, signal)
    if (asked !== generation || signal.aborted) return
    running.delete(number)
    accept(number, page)
  } catch (error) {
    if (asked !== generation || signal.aborted) return
    running.delete(number)
    fail(error)
    return
  }
  load()
}

function accept(number: number, page: Page): void {
  batch(() => {
    if (page.total !== currentTotal.peek()) {
      // Assets came or went, so what is loaded elsewhere may have moved.
      if (currentTotal.peek() !== null) fresh.clear()
      assets.length = page.total
      currentTotal.value = page.total
    }
    page.assets.forEach((asset, index) => {
      assets[number * PAGE_SIZE + index] = asset
    })
    fresh.set(number, expiryOf(page))
    dropFarPages(number)
    indices = null
    currentState.value = { kind: 'ready' }
    currentRevision.value += 1
  })
}

function fail(error: unknown): void {
  // The session reports it then.
  if (session.peek().status === 'starting' || noteFailure(error)) return
  currentState.value = { kind: 'failed', error }
}

function expiryOf({ assets: [first] }: Page): number {
  const expiry = first?.meta?.signed?.expires_at
  return expiry === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiry) - EARLY
}

function dropFarPages(near: number): void {
  if (fresh.size <= KEPT) return
  const far = [...fresh.keys()].sort((one, other) => Math.abs(other - near) - Math.abs(one - near))
  for (const page of far.slice(0, fresh.size - KEPT)) {
    fresh.delete(page)
    for (let index = page * PAGE_SIZE; index < (page + 1) * PAGE_SIZE; index += 1)
      delete assets[index]
  }
}

function pageOf(index: number): number {
  return Math.floor(index / PAGE_SIZE)
}

function replaceAll(next: (Asset | undefined)[]): void {
  assets = next
  indices = null
  batch(() => {
    currentTotal.value = next.length
    currentRevision.value += 1
  })
}

function letGo(): void {
  generation += 1
  for (const abort of running.values()) abort.abort()
  running.clear()
}

function startAnew(): void {
  letGo()
  fresh.clear()
  assets = []
  indices = null
  window = { from: 0, to: PAGE_SIZE }
  batch(() => {
    currentTotal.value = null
    currentState.value = { kind: 'loading' }
    currentRevision.value += 1
  })
}

// Another place is another list, which must show nothing of the one before.
onPlace((where) => {
  const next = listKey(where)
  if (next === key) return
  key = next
  startAnew()
  load()
})

let before = session.peek().status
session.subscribe(({ status }) => {
  // The next person must not see what this person saw.
  if (status === 'signed-out') startAnew()
  // Another person may have signed in; otherwise this requests again what failed meanwhile.
  else if (status === 'ready' && before === 'expired') refresh()
  else if (status === 'ready') load()
  before = status
})

// Pictures that come into view later must not be requested by expired URLs.
setInterval(load, 60_000)
