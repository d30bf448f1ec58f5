import { describe, expect, it } from 'vitest'
import { chunkHeight, justify } from './justify.ts'

const frame = { width: 1100, gap: 4, rowHeight: 200 }
const many = (count: number, aspect: (index: number) => number) =>
  Array.from({ length: count }, (_, index) => aspect(index))

describe('justify', () => {
  it.each([
    ['photos', (index: number) => [1.5, 0.75, 1.33, 1.78][index % 4] ?? 1],
    ['portraits', () => 0.66],
    ['panoramas', () => 2.6],
    ['squares', () => 1],
  ])('fills the height of a chunk with %s, and crops next to nothing', (_, aspect) => {
    const height = chunkHeight(100, frame)
    const aspects = many(100, aspect)
    const boxes = justify(aspects, frame, height)
    expect(boxes).toHaveLength(100)
    const lowest = boxes.at(-1)
    expect((lowest?.top ?? 0) + (lowest?.height ?? 0) + frame.gap).toBeCloseTo(height)
    boxes.forEach((box, index) => {
      expect(box.width / box.height / (aspects[index] ?? 1)).toBeCloseTo(1, 0)
      expect(box.left + box.width).toBeLessThanOrEqual(frame.width + 0.01)
    })
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1]
      if (next !== undefined && next.top !== box.top) {
        expect(box.left + box.width).toBeCloseTo(frame.width)
      }
    }
  })

  it('does not blow up a last row of few files', () => {
    const [box] = justify([1], frame, null)
    expect(box?.height).toBe(240)
  })

  it('has nothing to place of nothing', () => {
    expect(justify([], frame, null)).toEqual([])
  })
})
