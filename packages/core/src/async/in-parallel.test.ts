import { describe, expect, it } from 'vitest'
import { inParallel } from './in-parallel.ts'

describe('inParallel', () => {
  it('does the work on every item, never more than the limit at a time', async () => {
    const done: number[] = []
    let running = 0
    let most = 0
    await inParallel([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      running += 1
      most = Math.max(most, running)
      await Promise.resolve()
      running -= 1
      done.push(item)
    })
    expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(most).toBe(3)
  })

  it('resolves to the results in the order of the items, whatever ended first', async () => {
    const slow = new Set([1, 4])
    const results = await inParallel([1, 2, 3, 4, 5], 3, async (item) => {
      for (let turns = slow.has(item) ? 5 : 1; turns > 0; turns -= 1) await Promise.resolve()
      return item * 10
    })
    expect(results).toEqual([10, 20, 30, 40, 50])
  })

  it('rejects with the first failure, begins nothing after it, and waits for what was begun', async () => {
    const begun: number[] = []
    let finished = 0
    const work = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item)
      if (item === 1) throw new Error('first')
      await new Promise(setImmediate)
      finished += 1
    })
    await expect(work).rejects.toThrow('first')
    expect(begun).toEqual([1, 2])
    expect(finished).toBe(1)
  })
})
