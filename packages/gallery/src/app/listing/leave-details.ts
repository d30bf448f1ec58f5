import { goTo, place } from '../place/place.ts'
import { at, indexOf } from './listing.ts'

/** When the file with open details leaves the list, shows its neighbour, or nothing when the neighbour leaves too. */
export function leaveDetails(gone: ReadonlySet<string>): void {
  const { asset } = place.value
  if (asset === null || !gone.has(asset)) return
  const index = indexOf(asset)
  const neighbour = index < 0 ? undefined : (at(index + 1) ?? at(index - 1))
  const next = neighbour === undefined || gone.has(neighbour.id) ? null : neighbour.id
  goTo({ asset: next }, { replace: true })
}
