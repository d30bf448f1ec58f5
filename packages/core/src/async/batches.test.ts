import { describe, expect, it } from 'vitest'
import { Batches, type BatchOptions } from './batches.ts'

/** Batches of numbers that the test ends. */
function fixture(options: Omit<BatchOptions<number>, 'run'>) {
  const begun: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const batches = new Batches<number>({
    ...options,
    run(items) {
      begun.push(items)
      return new Promise((resolve) => ends.push(resolve))
    },
  })
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()?.()
      await new Promise(setImmediate)
    }
  }
  return { batches, begun, endAll }
}

describe('Batches', () => {
  it('does together what comes while a batch is under way, in order', async () => {
    const { batches, begun, endAll } = fixture({ most: 3 })
    for (const n of [1, 2, 3, 4, 5]) batches.add([n])
    expect(begun).toEqual([[1]])
    expect(batches.size).toBe(4)
    await endAll()
    expect(begun).toEqual([[1], [2, 3, 4], [5]])
    await batches.idle()
  })

  it('takes by weight, and what weighs too much alone', async () => {
    const { batches, begun, endAll } = fixture({ most: 10, weightOf: (n) => n })
    batches.add([4, 6, 1, 99, 10, 1])
    await endAll()
    expect(begun).toEqual([[4, 6], [1], [99], [10], [1]])
  })

  it('gathers what comes in the same turn, and what a result causes', async () => {
    const begun: (readonly number[])[] = []
    const batches: Batches<number> = new Batches({
      most: 10,
      gathers: true,
      async run(items) {
        begun.push(items)
        if (begun.length === 1) queueMicrotask(() => batches.add([7, 8]))
      },
    })
    batches.add([1])
    batches.add([2])
    expect(begun).toEqual([])
    while (begun.length < 2) await new Promise(setImmediate)
    expect(begun).toEqual([
      [1, 2],
      [7, 8],
    ])
  })

  it.each([true, false])(
    'has no more batches under way than lanes (gathers: %s)',
    async (gathers) => {
      const { batches, begun, endAll } = fixture({ most: 2, lanes: 2, gathers })
      batches.add([1, 2, 3, 4, 5])
      await new Promise(setImmediate)
      batches.add([6])
      await new Promise(setImmediate)
      expect(begun).toHaveLength(2)
      await endAll()
      await batches.idle()
      expect(begun.flat()).toEqual([1, 2, 3, 4, 5, 6])
    },
  )

  it('drops what waits, and nothing that is under way', async () => {
    const { batches, begun, endAll } = fixture({ most: 1 })
    batches.add([1, 2, 3])
    expect(batches.drop()).toEqual([2, 3])
    await endAll()
    expect([begun, batches.size]).toEqual([[[1]], 0])
  })
})
