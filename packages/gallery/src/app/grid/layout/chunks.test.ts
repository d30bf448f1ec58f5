import type { Asset } from '@stowage/client'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChunkLayout } from './chunks.ts'
import { chunkHeight } from './justify.ts'

const FRAME = { width: 1000, gap: 4, rowHeight: 200 }
const portrait = {
  attributes: { width: 600, height: 1000, thumbnail_url: '/t', type: 'image' },
} as unknown as Asset

let files: (Asset | undefined)[] = []
let layOut = createChunkLayout(100, (index) => files[index])

const load = (from: number, to: number): void => {
  for (let index = from; index < to; index += 1) files[index] = { ...portrait }
}

beforeEach(() => {
  files = []
  layOut = createChunkLayout(100, (index) => files[index])
})

describe('createChunkLayout', () => {
  it('takes the usual height for what is not loaded, and that of the files once they are', () => {
    const usual = chunkHeight(100, FRAME)
    expect(layOut(1000, FRAME, 'list').top(2)).toBe(2 * usual)
    load(100, 200)
    const after = layOut(1000, FRAME, 'list')
    const height = after.top(2) - after.top(1)
    expect(after.top(1)).toBe(usual)
    expect(height).toBeLessThan(usual)
    expect(after.top(3)).toBe(after.top(2) + usual)
  })

  it('keeps the height of files that are not loaded any more', () => {
    load(100, 200)
    const before = layOut(1000, FRAME, 'list')
    files = []
    const after = layOut(1000, FRAME, 'list')
    expect(after.top(2)).toBe(before.top(2))
    const lowest = after.boxes(1).at(-1)
    const end = (lowest?.top ?? 0) + (lowest?.height ?? 0) + FRAME.gap
    expect(end).toBeCloseTo(after.top(2) - after.top(1))
  })

  it('an earlier layout stays as it was', () => {
    const before = layOut(1000, FRAME, 'list')
    const [first] = before.boxes(1)
    load(100, 200)
    layOut(1000, FRAME, 'list')
    expect(before.boxes(1)[0]).toBe(first)
  })

  it('forgets the heights for another list or width', () => {
    load(0, 100)
    layOut(1000, FRAME, 'list')
    files = []
    expect(layOut(1000, FRAME, 'another').top(1)).toBe(chunkHeight(100, FRAME))
  })

  it('finds the chunk at a height', () => {
    const chunks = layOut(1000, FRAME, 'list')
    expect([-5, 0, chunks.top(3), chunks.top(3) - 1, 1e9].map(chunks.at)).toEqual([0, 0, 3, 2, 9])
    expect(layOut(0, FRAME, 'list').at(50)).toBe(0)
  })
})
