import { describe, expect, it } from 'vitest'
import { inSlices } from './in-slices.ts'

describe('inSlices', () => {
  it('gives the results in order, and lets others run between slices', async () => {
    let turns = 0
    let isDone = false
    const other = (): void => {
      turns += 1
      if (!isDone) setImmediate(other)
    }
    setImmediate(other)
    const results = await inSlices([1, 2, 3, 4, 5, 6], 10, (item) => ({ result: -item, weight: 6 }))
    isDone = true
    expect(results).toEqual([-1, -2, -3, -4, -5, -6])
    expect(turns).toBeGreaterThanOrEqual(2)
  })

  it('does light work at once', async () => {
    let isDone = false
    setImmediate(() => {
      isDone = true
    })
    await inSlices([1, 2, 3], 10, (item) => ({ result: item, weight: 1 }))
    expect(isDone).toBe(false)
  })
})
