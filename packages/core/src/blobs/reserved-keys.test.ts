import { describe, expect, it } from 'vitest'
import { createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/replacing.ts'
import { createReservedKeys } from './reserved-keys.ts'

const HOUR = 3_600_000

function fixture() {
  const metadata = createMemoryMetadata()
  let now = Date.UTC(2026, 0, 1) * 1000
  const batches: (readonly string[])[] = []
  const lifetimes: number[] = []
  const keys = createReservedKeys({
    metadata: replacing(metadata, {
      blobs: {
        async reserve(reserved, request) {
          batches.push(reserved)
          lifetimes.push(request.lifetime)
          await metadata.blobs.reserve(reserved, request)
        },
      },
    }),
    clock: () => now,
    grace: 24 * HOUR,
  })
  const pass = (hours: number) => {
    now += hours * HOUR * 1000
  }
  return { keys, batches, lifetimes, pass }
}

describe('blob keys', () => {
  it('are reserved by the few at first, and by more the more are used', async () => {
    const { keys, batches, lifetimes } = fixture()
    const taken = new Set([await keys.next()])
    expect(batches.map(({ length }) => length)).toEqual([4])
    expect(lifetimes).toEqual([24 * HOUR])
    for (let n = 1; n < 1000; n += 1) taken.add(await keys.next())
    expect(taken.size).toBe(1000)
    expect(batches.slice(0, 7).map(({ length }) => length)).toEqual([4, 8, 16, 32, 64, 128, 128])
    expect(Math.max(...batches.map(({ length }) => length))).toBe(128)
  })

  it('are not used any more once they are dropped, nor those being reserved meanwhile', async () => {
    const { keys, batches } = fixture()
    const pending = [keys.next(), keys.next()]
    keys.drop()
    const taken = [...(await Promise.all(pending)), await keys.next()]
    for (const key of taken) expect(batches[0]).not.toContain(key)
    keys.drop()
    const dropped = batches.flat()
    expect(dropped).not.toContain(await keys.next())
  })

  it('are not used in the second half of their grace time', async () => {
    const { keys, batches, pass } = fixture()
    await keys.next()
    pass(11.9)
    expect(batches[0]).toContain(await keys.next())
    pass(0.2)
    expect(batches[0]).not.toContain(await keys.next())
  })
})
