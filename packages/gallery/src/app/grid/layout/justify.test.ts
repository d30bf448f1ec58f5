import { describe, expect, it } from 'vitest'
import { type Box, chunkHeight, justify, TOLERANCE } from './justify.ts'

const FRAMES = [
  { width: 1100, gap: 4, rowHeight: 188 },
  { width: 640, gap: 4, rowHeight: 188 },
  { width: 374, gap: 4, rowHeight: 118 },
]
const SHAPES: readonly (readonly [string, (index: number) => number])[] = [
  ['photos', (index) => [1.5, 0.75, 1.33, 1.78][index % 4] ?? 1],
  ['portraits', () => 0.66],
  ['panoramas', () => 2.6],
  ['squares', () => 1],
  ['all shapes', (index) => [2.6, 0.5, 1.15, 1.78, 0.75][(index * 7 + (index >> 3)) % 5] ?? 1],
]
const many = (count: number, aspect: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => aspect(index))

/** Boxes by row. */
function rowsOf(boxes: readonly Box[]): readonly (readonly Box[])[] {
  const tops = [...new Set(boxes.map(({ top }) => top))]
  return tops.map((top) => boxes.filter((box) => box.top === top))
}

describe.each(FRAMES)('justify, $width wide', (frame) => {
  it.each(SHAPES)('gives %s rows of about the same height that fill the width', (_, aspect) => {
    const { boxes, height } = justify(many(100, aspect), frame)
    expect(boxes).toHaveLength(100)
    for (const row of rowsOf(boxes)) {
      const last = row.at(-1) ?? { left: 0, width: 0 }
      expect(last.left + last.width).toBeCloseTo(frame.width)
      for (const box of row) {
        expect(Math.abs(box.height / frame.rowHeight - 1)).toBeLessThanOrEqual(TOLERANCE + 1e-9)
      }
    }
    const lowest = boxes.at(-1) ?? { top: 0, height: 0 }
    expect(height).toBeCloseTo(lowest.top + lowest.height + frame.gap)
  })

  it.each(SHAPES)('crops next to nothing of %s', (_, aspect) => {
    const aspects = many(100, aspect)
    justify(aspects, frame).boxes.forEach((box, index) => {
      const lost = Math.abs(box.width / box.height / (aspects[index] ?? 1) - 1)
      expect(lost).toBeLessThan(0.15)
    })
  })

  it.each(SHAPES)('fills a given height with %s', (_, aspect) => {
    const height = chunkHeight(100, frame)
    expect(justify(many(100, aspect), frame, { height }).height).toBeCloseTo(height)
  })

  it('does not blow up a last row of few files', () => {
    expect(justify([1], frame, { isLast: true }).boxes[0]?.height).toBe(frame.rowHeight)
  })

  it('has nothing to place of nothing', () => {
    expect(justify([], frame)).toEqual({ boxes: [], height: 0 })
  })
})
