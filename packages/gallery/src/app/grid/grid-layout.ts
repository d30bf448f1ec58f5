import { at, PAGE_SIZE } from '../listing/listing.ts'
import { aspectOf } from './aspect.ts'
import { type Box, chunkHeight, type Frame, justify } from './justify.ts'

/** Where each of `total` files is drawn. */
export interface Arrangement {
  readonly height: number
  /** From the upper left corner of all. */
  box(index: number): Box
  /** The first file that ends below `top`, and the one after the last that begins above `bottom`. */
  range(top: number, bottom: number): readonly [from: number, to: number]
  /** The file that the key reaches from `index`. */
  neighbour(index: number, direction: 'up' | 'down'): number
}

/** Rows of pictures, in chunks of one page each. */
export function arrangeGrid(total: number, frame: Frame): Arrangement {
  const pitch = chunkHeight(PAGE_SIZE, frame)
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1)
  const made = new Map<number, readonly Box[]>()

  function chunk(number: number): readonly Box[] {
    const known = made.get(number)
    if (known !== undefined) return known
    const from = number * PAGE_SIZE
    const to = Math.min(total, from + PAGE_SIZE)
    const aspects: number[] = []
    for (let index = from; index < to; index += 1) aspects.push(aspectOf(at(index), index))
    const boxes = justify(aspects, frame, number === last ? null : pitch)
    made.set(number, boxes)
    return boxes
  }

  function box(index: number): Box {
    const number = Math.floor(index / PAGE_SIZE)
    const { top, ...rest } = chunk(number)[index - number * PAGE_SIZE] ?? NO_BOX
    return { ...rest, top: top + number * pitch }
  }

  const chunkAt = (y: number): number => Math.min(last, Math.max(0, Math.floor(y / pitch)))

  return {
    get height() {
      const lowest = chunk(last).at(-1) ?? NO_BOX
      return total === 0 ? 0 : last * pitch + lowest.top + lowest.height
    },
    box,
    range(top, bottom) {
      const first = chunkAt(top)
      const end = chunkAt(bottom)
      const from = chunk(first).findIndex((each) => first * pitch + each.top + each.height > top)
      const to = chunk(end).findIndex((each) => end * pitch + each.top >= bottom)
      return [
        from < 0 ? Math.min(total, (first + 1) * PAGE_SIZE) : first * PAGE_SIZE + from,
        to < 0 ? Math.min(total, (end + 1) * PAGE_SIZE) : end * PAGE_SIZE + to,
      ]
    },
    neighbour(index, direction) {
      const own = box(index)
      const middle = own.left + own.width / 2
      const by = direction === 'up' ? -1 : 1
      let next = index
      while (next >= 0 && next < total && box(next).top === own.top) next += by
      if (next < 0 || next >= total) return index
      const row = box(next).top
      // From the near end of the neighbouring row to the one that is nearest to the middle.
      let best = next
      for (; next >= 0 && next < total && box(next).top === row; next += by) {
        if (distance(box(next), middle) < distance(box(best), middle)) best = next
      }
      return best
    },
  }
}

const NO_BOX: Box = { left: 0, top: 0, width: 0, height: 0 }

function distance({ left, width }: Box, x: number): number {
  return Math.abs(left + width / 2 - x)
}
