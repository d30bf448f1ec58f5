import { openDetails, setLarge } from '../details/viewer.ts'
import { at, total } from '../listing/listing.ts'
import { place } from '../place/place.ts'
import { selectRange, toggle } from '../selection/selection.ts'
import { active, moveTo } from './active.ts'
import type { Arrangement } from './layout/grid-layout.ts'

/** What keys do while a file of the list has the focus. `rows`: how many a page has. */
export function listKeys(arrangement: Arrangement, rows: number) {
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = active.peek()
    const asset = at(index)
    const next = destination(event.key, index, arrangement, rows)
    if (next !== null) go(next, event.shiftKey)
    else if (event.key === ' ' && asset !== undefined && isOnFile(event)) {
      openDetails(asset.id)
      setLarge(true)
    } else if (event.key === 'x' && asset !== undefined) toggle(asset.id, index)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

function go(index: number, extend: boolean): void {
  const last = (total.peek() ?? 0) - 1
  const to = Math.max(0, Math.min(last, index))
  moveTo(to)
  if (extend) void selectRange(to)
  const asset = at(to)
  // When the details are open, moving on shows those of the next file.
  if (!extend && place.peek().asset !== null && asset !== undefined) openDetails(asset.id)
}

function destination(
  key: string,
  index: number,
  arrangement: Arrangement,
  rows: number,
): number | null {
  const vertically = (direction: 'up' | 'down', times: number): number => {
    let to = index
    for (let step = 0; step < times; step += 1) to = arrangement.neighbour(to, direction)
    return to
  }
  switch (key) {
    case 'ArrowLeft':
      return index - 1
    case 'ArrowRight':
      return index + 1
    case 'ArrowUp':
      return vertically('up', 1)
    case 'ArrowDown':
      return vertically('down', 1)
    case 'PageUp':
      return vertically('up', rows)
    case 'PageDown':
      return vertically('down', rows)
    case 'Home':
      return 0
    case 'End':
      return (total.peek() ?? 1) - 1
    default:
      return null
  }
}

/** A tick uses the space bar itself. */
function isOnFile({ target }: KeyboardEvent): boolean {
  return (target as Element).closest('[role="checkbox"]') === null
}
