import { expect, it } from 'vitest'
import { fitted, UNZOOMED, within, zoomAt } from './zoom.ts'

it('keeps what is under the pointer under it', () => {
  const point = { x: 100, y: -40 }
  const once = zoomAt(UNZOOMED, 2, point)
  expect(once).toEqual({ scale: 2, x: -100, y: 40 })
  // The point of the picture that was there: (point - offset) / scale.
  const twice = zoomAt(once, 3, point)
  expect((point.x - twice.x) / twice.scale).toBeCloseTo((point.x - once.x) / once.scale)
  expect((point.y - twice.y) / twice.scale).toBeCloseTo((point.y - once.y) / once.scale)
})

it('goes no further out than the whole picture, and in up to a limit', () => {
  expect(zoomAt(UNZOOMED, 0.2, { x: 0, y: 0 }).scale).toBe(1)
  expect(zoomAt(UNZOOMED, 1000, { x: 0, y: 0 }).scale).toBe(20)
})

it('lets no edge of the picture come further in than it must', () => {
  const picture = { width: 400, height: 100 }
  const place = { width: 400, height: 300 }
  expect(within({ scale: 1, x: 50, y: 50 }, picture, place)).toEqual(UNZOOMED)
  expect(within({ scale: 2, x: 500, y: 50 }, picture, place)).toEqual({ scale: 2, x: 200, y: 0 })
  expect(within({ scale: 4, x: -9000, y: 90 }, picture, place)).toEqual({
    scale: 4,
    x: -600,
    y: 50,
  })
})

it('fits a picture into its place without blowing it up', () => {
  expect(fitted({ width: 1000, height: 500 }, { width: 400, height: 400 })).toEqual({
    width: 400,
    height: 200,
  })
  expect(fitted({ width: 10, height: 5 }, { width: 400, height: 400 })).toEqual({
    width: 10,
    height: 5,
  })
})
