import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { AssetFilter } from '@stowage/client'
import { at, loadAll, loadedAssets, total } from '../listing/listing.ts'
import { listKey, onPlace, place, toFilter } from '../place/place.ts'
import { session } from '../session/session.ts'
import { explain } from '../toasts/explain.ts'
import { toast } from '../toasts/toasts.ts'
import { t } from '../words/words.ts'

/** What is selected: single assets, or all at a place with how many there were. */
export type Selection =
  | { readonly kind: 'ids'; readonly ids: ReadonlySet<string> }
  | { readonly kind: 'all'; readonly filter: AssetFilter; readonly expected: number }

/** The most files that a range may name one by one. For more there is the filter. */
const LONGEST_RANGE = 5000
const NOTHING: Selection = { kind: 'ids', ids: new Set() }
const current = signal<Selection>(NOTHING)

export const selection: ReadonlySignal<Selection> = current

export const selectedCount: ReadonlySignal<number> = computed(() => {
  const { value } = current
  return value.kind === 'ids' ? value.ids.size : value.expected
})

/** Where the next range begins. */
let anchor = 0

export function isSelected(id: string): boolean {
  const { value } = current
  return value.kind === 'all' || value.ids.has(id)
}

/** Adds or removes the asset at `index`. When all were selected, only the loaded ones can stay selected. */
export function toggle(id: string, index: number): void {
  anchor = index
  const { value } = current
  const ids = new Set(value.kind === 'all' ? loadedAssets().map((asset) => asset.id) : value.ids)
  if (!ids.delete(id)) ids.add(id)
  current.value = { kind: 'ids', ids }
}

/** Adds all assets from the last chosen one to the one at `index`, and loads those that are not loaded yet. */
export async function selectRange(index: number): Promise<void> {
  const { value } = current
  const [first, last] = [Math.min(anchor, index), Math.max(anchor, index)]
  if (last - first >= LONGEST_RANGE) {
    toast(t('selection.rangeTooLong', { count: LONGEST_RANGE }))
    return
  }
  try {
    if (!(await loadAll(first, last + 1))) return
  } catch (error) {
    explain(error)
    return
  }
  const ids = new Set(value.kind === 'all' ? [] : value.ids)
  for (let each = first; each <= last; each += 1) {
    const asset = at(each)
    if (asset !== undefined) ids.add(asset.id)
  }
  current.value = { kind: 'ids', ids }
}

/** Selects only this asset, such as in a picker that takes one. */
export function selectOnly(id: string, index: number): void {
  anchor = index
  current.value = { kind: 'ids', ids: new Set([id]) }
}

/** Everything at the place, loaded or not. */
export function selectAll(): void {
  const count = total.value ?? 0
  if (count === 0) return
  current.value = { kind: 'all', filter: toFilter(place.value), expected: count }
}

export function clear(): void {
  current.value = NOTHING
}

// What is out of sight must not be changed with the rest.
let key = listKey(place.peek())
onPlace((where) => {
  const next = listKey(where)
  if (next !== key) clear()
  key = next
})

session.subscribe(({ status }) => {
  if (status === 'signed-out') clear()
})
