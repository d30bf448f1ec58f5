import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Asset, isApiClientError } from '@stowage/client'
import { at, indexOf, put, revision } from '../listing/listing.ts'
import { fetchAsset } from '../listing/pages.ts'
import { place } from '../place/place.ts'
import { session } from '../session/session.ts'
import { reasonOf } from '../toasts/explain.ts'

/** The file whose details are open. */
export type Detail =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly id: string }
  | { readonly status: 'ready'; readonly asset: Asset }
  | { readonly status: 'gone' }
  | { readonly status: 'failed'; readonly reason: string }

const current = signal<Detail>({ status: 'none' })

export const detail: ReadonlySignal<Detail> = current

/** What an id looks like. For anything else the client throws before it sends a request. */
const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

let reading: AbortController | null = null

/** Shows what the list knows of the file, and asks for the rest. */
export async function readDetail(id: string): Promise<void> {
  reading?.abort()
  reading = new AbortController()
  const { signal } = reading
  if (!ID.test(id)) {
    current.value = { status: 'gone' }
    return
  }
  const listed = at(indexOf(id))
  const shown = current.peek()
  if (listed !== undefined) current.value = { status: 'ready', asset: listed }
  else if (shown.status !== 'ready' || shown.asset.id !== id)
    current.value = { status: 'loading', id }
  // Only the list has files of the trash.
  if (isTrashed(listed)) return
  try {
    const asset = await fetchAsset(id, signal)
    if (!signal.aborted) show(asset)
  } catch (error) {
    if (!signal.aborted) fail(error)
  }
}

/** Shows the file as a change has left it, here and in the list. */
export function show(asset: Asset): void {
  put(asset)
  if (place.peek().asset === asset.id) current.value = { status: 'ready', asset }
}

export function isTrashed(asset: Asset | undefined): boolean {
  return (asset?.meta?.trashed_at ?? null) !== null
}

function fail(error: unknown): void {
  const isGone = isApiClientError(error) && error.code === 'asset_not_found'
  if (isGone) current.value = { status: 'gone' }
  else if (current.peek().status === 'loading') {
    current.value = { status: 'failed', reason: reasonOf(error) ?? '' }
  } else reasonOf(error)
}

/** Follows the address, and reads again after a new sign-in. */
effect(() => {
  const { asset } = place.value
  if (session.value.status !== 'ready') return
  if (asset === null) {
    reading?.abort()
    current.value = { status: 'none' }
  } else void readDetail(asset)
})

/** Shows what bulk changes, or other people, have changed of the file in the list. */
effect(() => {
  revision.value
  const shown = current.peek()
  const listed = shown.status === 'ready' ? at(indexOf(shown.asset.id)) : undefined
  if (listed !== undefined) current.value = { status: 'ready', asset: listed }
})
