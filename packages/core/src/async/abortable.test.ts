import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { abortable, raceAbort } from './abortable.ts'

async function taken<T>(items: AsyncIterable<T> | Iterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

describe('abortable', () => {
  it('gives all items, of any iterable', async () => {
    const { signal } = new AbortController()
    expect(await taken(abortable([1, 2], signal))).toEqual([1, 2])
    expect(await taken(abortable(new Set([3]).values(), undefined))).toEqual([3])
  })

  it('asks for no item once its signal has aborted', async () => {
    for (const isBefore of [true, false]) {
      const controller = new AbortController()
      let asked = 0
      const items = {
        [Symbol.iterator]: () => ({
          next: () => {
            asked += 1
            return { done: false as const, value: asked }
          },
        }),
      }
      const { signal } = controller
      const reading = (async () => {
        if (isBefore) controller.abort(new Error('enough'))
        for await (const _ of abortable(items, signal)) controller.abort(new Error('enough'))
      })()
      await expect(reading).rejects.toThrow('enough')
      expect(asked).toBe(isBefore ? 0 : 1)
      expect(getEventListeners(signal, 'abort')).toEqual([])
    }
  })

  it('rejects with the reason while an item is waited for, and ends the iterable', async () => {
    const controller = new AbortController()
    let ended = false
    const stuck = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<IteratorResult<number>>(() => {}),
        async return() {
          ended = true
          return { done: true as const, value: undefined }
        },
      }),
    }
    const taking = taken(abortable(stuck, controller.signal))
    controller.abort(new Error('enough'))
    await expect(taking).rejects.toThrow('enough')
    expect(ended).toBe(true)
  })

  it.each<[string, (items: AsyncIterable<number> | Iterable<number>) => Promise<unknown>]>([
    ['their end', (items) => taken(items)],
    [
      'a break',
      async (items) => {
        for await (const _ of items) break
      },
    ],
    [
      'an error of its reader',
      async (items) => {
        for await (const _ of items) throw new Error('unreadable')
      },
    ],
  ])('leaves no listener behind after %s', async (_, read) => {
    const { signal } = new AbortController()
    await read(abortable([1, 2, 3], signal)).catch(() => {})
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('leaves no listener behind after an error of the items, or an abort', async () => {
    const { signal } = new AbortController()
    // biome-ignore lint/correctness/useYield: it fails before it has anything.
    async function* broken(): AsyncGenerator<number> {
      throw new Error('broken')
    }
    await expect(taken(abortable(broken(), signal))).rejects.toThrow('broken')
    expect(getEventListeners(signal, 'abort')).toEqual([])

    const controller = new AbortController()
    async function* stuck(): AsyncGenerator<number> {
      yield await new Promise<number>(() => {})
    }
    const taking = taken(abortable(stuck(), controller.signal))
    controller.abort(new Error('enough'))
    await expect(taking).rejects.toThrow('enough')
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('outlives items that abort their own signal, or that throw when they are asked to end', async () => {
    const controller = new AbortController()
    function* own() {
      yield 1
      controller.abort(new Error('enough'))
      yield 2
    }
    await expect(taken(abortable(own(), controller.signal))).rejects.toThrow('enough')

    const other = new AbortController()
    const broken = {
      [Symbol.iterator]: () => ({
        next: () => {
          other.abort(new Error('enough'))
          return { done: false as const, value: 1 }
        },
        return(): never {
          throw new Error('broken')
        },
      }),
    }
    await expect(taken(abortable(broken, other.signal))).rejects.toThrow('enough')
  })
})

describe('raceAbort', () => {
  const never = new Promise<never>(() => {})

  it('gives the value, or what it rejects with, and leaves no listener behind', async () => {
    const { signal } = new AbortController()
    expect(await raceAbort(1, undefined)).toBe(1)
    expect(await raceAbort(Promise.resolve(2), signal)).toBe(2)
    await expect(raceAbort(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('rejects with the reason when the signal has aborted before', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(raceAbort(never, signal)).rejects.toThrow('enough')
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  it('rejects with the reason when the signal aborts meanwhile, and lets go of it', async () => {
    const controller = new AbortController()
    const waiting = raceAbort(never, controller.signal)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })
})
