import { type ReadonlySignal, signal } from '@preact/signals'
import { at, indexOf, total } from '../listing/listing.ts'
import { goTo, place } from '../place/place.ts'

const current = signal(false)

/** Whether the preview has the whole page. */
export const large: ReadonlySignal<boolean> = current

export function setLarge(isLarge: boolean): void {
  current.value = isLarge
}

export function toggleLarge(): void {
  current.value = !current.value && place.value.asset !== null
}

export function openDetails(id: string): void {
  // Nobody wants the back button to go through every file that was open.
  goTo({ asset: id }, { replace: place.value.asset !== null })
}

export function closeDetails(): void {
  current.value = false
  goTo({ asset: null })
}

/** Goes on to a neighbour, if it is loaded. */
export function step(by: 1 | -1): void {
  const next = neighbour(by)
  if (next !== undefined) openDetails(next)
}

/** The id of the file before or after the open one in the list. */
export function neighbour(by: 1 | -1): string | undefined {
  const { asset } = place.value
  const index = asset === null ? -1 : indexOf(asset)
  return index < 0 ? undefined : at(index + by)?.id
}

/** "12 of 340"; `null` while it is not known where the file is in the list. */
export function position(): { readonly number: number; readonly total: number } | null {
  const { asset } = place.value
  const index = asset === null ? -1 : indexOf(asset)
  return index < 0 || total.value === null ? null : { number: index + 1, total: total.value }
}
