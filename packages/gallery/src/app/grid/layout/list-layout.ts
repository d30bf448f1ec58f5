import type { Arrangement } from './grid-layout.ts'

/** Rows of one height, one for each file. */
export function arrangeList(total: number, width: number, rowHeight: number): Arrangement {
  const clamp = (index: number): number => Math.min(total, Math.max(0, index))
  return {
    height: total * rowHeight,
    box: (index) => ({ left: 0, top: index * rowHeight, width, height: rowHeight }),
    range: (top, bottom) => [
      clamp(Math.floor(top / rowHeight)),
      clamp(Math.ceil(bottom / rowHeight)),
    ],
    neighbour: (index, direction) =>
      Math.min(total - 1, Math.max(0, index + (direction === 'up' ? -1 : 1))),
  }
}
