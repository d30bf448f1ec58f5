import { PAGE_SIZE } from '../../listing/pages.ts'
import type { Chunks } from './chunks.ts'
import type { Box } from './justify.ts'

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

/** Rows of pictures, in `chunks` of one page each. */
export function arrangeGrid(total: number, chunks: Chunks): Arrangement {
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1)

  function box(index: number): Box {
    const number = Math.floor(index / PAGE_SIZE)
    const { top, ...rest } = chunks.boxes(number)[index - number * PAGE_SIZE] ?? NO_BOX
    return { ...rest, top: top + chunks.top(number) }
  }

  return {
    height: chunks.top(last + 1),
    box,
    range(top, bottom) {
      const [first, end] = [chunks.at(top), chunks.at(bottom)]
      const from = chunks
        .boxes(first)
        .findIndex((each) => chunks.top(first) + each.top + each.height > top)
      const to = chunks.boxes(end).findIndex((each) => chunks.top(end) + each.top >= bottom)
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
