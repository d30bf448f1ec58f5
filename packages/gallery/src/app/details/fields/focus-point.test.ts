import { describe, expect, it } from 'vitest'
import { movedBy, pointIn } from './focus-point.ts'

const element = { getBoundingClientRect: () => ({ left: 10, top: 20, width: 200, height: 100 }) }

describe('pointIn', () => {
  it.each([
    [10, 20, 0, 0],
    [110, 70, 0.5, 0.5],
    [300, 500, 1, 1],
    [0, 0, 0, 0],
    [76.67, 53.33, 0.333, 0.333],
  ])('of a pointer at %i, %i is %d, %d', (clientX, clientY, x, y) => {
    expect(pointIn({ clientX, clientY }, element as unknown as Element)).toEqual({ x, y })
  })
})

describe('movedBy', () => {
  it('moves by arrow keys, and stops at the edges', () => {
    expect(movedBy({ x: 0.5, y: 0.5 }, 'ArrowLeft')).toEqual({ x: 0.45, y: 0.5 })
    expect(movedBy({ x: 0.98, y: 0.5 }, 'ArrowRight')).toEqual({ x: 1, y: 0.5 })
    expect(movedBy({ x: 0.5, y: 0.02 }, 'ArrowUp')).toEqual({ x: 0.5, y: 0 })
    expect(movedBy({ x: 0.5, y: 0.5 }, 'ArrowDown')).toEqual({ x: 0.5, y: 0.55 })
    expect(movedBy({ x: 0.5, y: 0.5 }, 'Enter')).toBeNull()
  })
})
