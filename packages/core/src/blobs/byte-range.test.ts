import { describe, expect, it } from 'vitest'
import { resolveRange } from './byte-range.ts'

describe('resolveRange', () => {
  it.each([
    [undefined, { start: 0, end: 10 }],
    [
      { start: 0, end: 10 },
      { start: 0, end: 10 },
    ],
    [
      { start: 9, end: 10 },
      { start: 9, end: 10 },
    ],
    [
      { start: 10, end: 10 },
      { start: 10, end: 10 },
    ],
    [
      { start: 4, end: 4 },
      { start: 4, end: 4 },
    ],
  ])('of 10 bytes, %o is %o', (range, window) => {
    expect(resolveRange(range, 10)).toEqual(window)
  })

  it.each([
    { start: 9, end: 11 },
    { start: 0, end: Number.MAX_SAFE_INTEGER },
    { start: 10, end: 11 },
    { start: 11, end: 11 },
    { start: 5, end: 4 },
    { start: -1, end: 4 },
    { start: 0.5, end: 4 },
    { start: 0, end: 4.5 },
    { start: Number.NaN, end: 4 },
    { start: 0, end: Number.POSITIVE_INFINITY },
  ])('of 10 bytes, there is no %o', (range) => {
    expect(() => resolveRange(range, 10)).toThrow(
      expect.objectContaining({ code: 'range_not_satisfiable', context: { size: 10 } }),
    )
  })
})
