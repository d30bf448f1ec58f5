import { queryObjects } from 'node:v8'
import { unusedBlobKey } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import type { DeleteRequest, Deletion } from './delete-claimed.ts'
import { createDeletionQueue } from './deletion-queue.ts'

const keysOf = (count: number) => Array.from({ length: count }, unusedBlobKey)

/** A queue whose batches the test ends. */
function fixture(options: { readonly room?: number } = {}) {
  const closing = new AbortController()
  const errors: unknown[] = []
  const batches: { readonly request: DeleteRequest; end(deletion?: Partial<Deletion>): void }[] = []
  const queue = createDeletionQueue({
    ...options,
    closing: closing.signal,
    onError: (error) => errors.push(error),
    deleteClaimed: (request) =>
      new Promise((resolve) => {
        const end = ({ left = [], isMediumDown = false }: Partial<Deletion> = {}) => {
          request.onDeleted?.(request.keys.filter((key) => !left.includes(key)))
          resolve({ left, isMediumDown })
        }
        batches.push({ request, end })
        request.signal.addEventListener('abort', () => end({ left: request.keys }))
      }),
  })
  const sizes = () => batches.map(({ request }) => request.keys.length)
  return { queue, batches, sizes, closing, errors }
}

describe('the deletion queue', () => {
  it('deletes in batches of at most 500, two at a time, also of keys that were added separately', async () => {
    const { queue, batches, sizes } = fixture()
    const one = queue.add(keysOf(1100))
    const two = queue.add(keysOf(100))
    expect(sizes()).toEqual([500, 500])
    batches[0]?.end()
    await new Promise(setImmediate)
    expect(sizes()).toEqual([500, 500, 200])
    for (const batch of batches) batch.end()
    expect(await Promise.all([one, two])).toEqual([0, 0])
    await queue.idle()
  })

  it('takes up keys that come just when its last two batches end', async () => {
    // At every step between the end of both and the moment at which all is quiet.
    for (let steps = 0; steps < 20; steps += 1) {
      const { queue, batches, sizes } = fixture()
      const first = queue.add(keysOf(1000))
      for (const batch of batches) batch.end()
      for (let step = 0; step < steps; step += 1) await null
      const second = queue.add(keysOf(1))
      await new Promise(setImmediate)
      expect(sizes(), `after ${steps} steps`).toEqual([500, 500, 1])
      batches[2]?.end()
      expect(await Promise.all([first, second])).toEqual([0, 0])
      await queue.idle()
    }
  })

  it('keeps nothing in memory of what it has done', async () => {
    const queue = createDeletionQueue({
      closing: new AbortController().signal,
      onError: () => {},
      async deleteClaimed({ keys, onDeleted }) {
        onDeleted?.(keys)
        return { left: [], isMediumDown: false }
      },
    })
    const promises = () => queryObjects(Promise, { format: 'count' })
    const deleteOne = () => queue.add(keysOf(1))
    await deleteOne()
    const before = promises()
    for (let round = 0; round < 2000; round += 1) await deleteOne()
    expect(promises() - before).toBeLessThan(1000)
    await queue.idle()
  })

  it('resolves for each caller to its own keys only', async () => {
    const { queue, batches } = fixture()
    const first = queue.add(keysOf(500))
    const second = queue.add(keysOf(500))
    const [odd, fine] = [keysOf(2), keysOf(2)]
    const third = queue.add(odd)
    const fourth = queue.add(fine)
    batches[0]?.end()
    expect(await first).toBe(0)
    await new Promise(setImmediate)
    batches[2]?.end({ left: odd })
    expect(await Promise.all([third, fourth])).toEqual([2, 0])
    batches[1]?.end()
    expect(await second).toBe(0)
    await queue.idle()
  })

  it('leaves keys without room to the sweep, unless a caller waits for them', async () => {
    const { queue, batches, sizes } = fixture({ room: 600 })
    const waiting = [queue.add(keysOf(1000)), queue.add(keysOf(600), { ifRoom: true })]
    expect(await queue.add(keysOf(1), { ifRoom: true })).toBe(1)
    waiting.push(queue.add(keysOf(1)))
    for (let batch = 0; batch < 4; batch += 1) {
      batches[batch]?.end()
      await new Promise(setImmediate)
    }
    expect(await Promise.all(waiting)).toEqual([0, 0, 0])
    expect(sizes()).toEqual([500, 500, 500, 101])
    await queue.idle()
  })

  it('lets go of what waits when the medium is down', async () => {
    const { queue, batches, sizes } = fixture()
    const keys = keysOf(2000)
    const all = queue.add(keys)
    batches[0]?.end({ left: batches[0].request.keys, isMediumDown: true })
    await new Promise(setImmediate)
    batches[1]?.end()
    expect(await all).toBe(1500)
    expect(sizes()).toEqual([500, 500])
    await queue.idle()
  })

  it('goes on for a while when the store closes, and then not', async () => {
    const { queue, batches, sizes, closing } = fixture()
    const all = queue.add(keysOf(2000))
    closing.abort(new Error('closed'))
    expect(batches[0]?.request.hurry?.aborted).toBe(true)
    expect(batches[0]?.request.signal.aborted).toBe(false)
    batches[0]?.end()
    await new Promise(setImmediate)
    expect(sizes()).toEqual([500, 500, 500])
    // The other two hang until their signal aborts.
    expect(await all).toBe(1500)
    await queue.idle()
    expect(sizes()).toEqual([500, 500, 500])
  })
})
