import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryMetadata } from '../memory.ts'
import { type MetadataReplacements, replacing } from '../testing/replacing.ts'
import type { LeaseRecords } from './lease-records.ts'
import { createLeases } from './leases.ts'

const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Two processes on one database. `skipped` is time that passes while the first is suspended. */
function fixture(faults: MetadataReplacements = {}, metadata = createMemoryMetadata()) {
  const errors: unknown[] = []
  let skipped = 0
  const clock = () => (Date.now() + skipped) * 1000
  const onError = (error: unknown) => errors.push(error)
  return {
    metadata,
    errors,
    ours: createLeases({ metadata: replacing(metadata, faults), clock, onError }),
    theirs: createLeases({ metadata, clock, onError }),
    suspend: (minutes: number) => {
      skipped += minutes * MINUTE
    },
  }
}

describe('a lease', () => {
  it('renews itself, is for one at a time, and is given back by close', async () => {
    const { ours, theirs } = fixture()
    const lease = await ours.take('backup')
    await vi.advanceTimersByTimeAsync(35 * MINUTE)
    lease?.assertHeld()
    expect(await theirs.take('backup')).toBeNull()
    await lease?.release()
    const next = await theirs.take('backup')
    expect(next).not.toBeNull()
    await theirs.close()
    expect(() => next?.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    expect(await ours.take('backup')).not.toBeNull()
    await ours.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('has lapsed for good when its process was suspended for too long', async () => {
    const { ours, suspend } = fixture()
    const lease = await ours.take('backup')
    suspend(11)
    expect(() => lease?.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(() => lease?.assertHeld()).toThrow()
    await lease?.release()
  })

  it('has lapsed when the clock of the machine leapt, either way', async () => {
    for (const minutes of [26 * 60, 5, -6, -26 * 60]) {
      const { ours, suspend } = fixture()
      const lease = await ours.take('backup')
      suspend(minutes)
      expect(() => lease?.assertHeld(), `${minutes} minutes`).toThrow(
        expect.objectContaining({ code: 'unavailable' }),
      )
      suspend(-minutes)
      expect(() => lease?.assertHeld(), 'for good').toThrow()
      await ours.close()
    }
  })

  it('outlives a clock that is corrected by a little', async () => {
    const { ours, suspend } = fixture()
    const lease = await ours.take('backup')
    for (const minutes of [1, -2]) {
      suspend(minutes)
      lease?.assertHeld()
    }
    await ours.close()
  })

  it('has lapsed by the time that passed, though the clock says otherwise', async () => {
    const metadata = createMemoryMetadata()
    let passed = 0
    const leases = createLeases({
      metadata,
      clock: () => 0,
      monotonic: () => passed,
      onError: () => {},
    })
    const lease = await leases.take('backup')
    passed = 5 * MINUTE - 1
    lease?.assertHeld()
    passed = 5 * MINUTE
    expect(() => lease?.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    await leases.close()
  })

  it('outlives a database that fails for a while, and lapses with one that fails for long', async () => {
    let down = false
    const failing = () => Promise.reject(new Error('down'))
    const memory = createMemoryMetadata()
    const { ours, errors } = fixture({
      leases: {
        acquire: (request) => (down ? failing() : memory.leases.acquire(request)),
        release: (request) => (down ? failing() : memory.leases.release(request)),
      },
    })
    const lease = await ours.take('backup')
    down = true
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    expect(errors).toHaveLength(8)
    down = false
    await vi.advanceTimersByTimeAsync(20 * MINUTE)
    lease?.assertHeld()
    down = true
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(() => lease?.assertHeld()).toThrow()
    await expect(lease?.release()).rejects.toThrow('down')
  })

  it('can be released again when the database could not do it', async () => {
    const memory = createMemoryMetadata()
    let down = false
    const release: LeaseRecords['release'] = (request) =>
      down ? Promise.reject(new Error('down')) : memory.leases.release(request)
    const { ours, theirs } = fixture({ leases: { release } }, memory)
    const lease = await ours.take('backup')
    down = true
    await expect(lease?.release()).rejects.toThrow('down')
    expect(() => lease?.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    down = false
    expect(await theirs.take('backup')).toBeNull()
    await lease?.release()
    await lease?.release()
    const next = await theirs.take('backup')
    next?.assertHeld()
    await theirs.close()
  })

  it('leaves a lease of the same name that was taken since', async () => {
    const memory = createMemoryMetadata()
    let down = false
    const release: LeaseRecords['release'] = (request) =>
      down ? Promise.reject(new Error('down')) : memory.leases.release(request)
    const { ours, theirs } = fixture({ leases: { release } }, memory)
    const lease = await ours.take('backup')
    down = true
    await expect(lease?.release()).rejects.toThrow('down')
    down = false
    const next = await ours.take('backup')
    await lease?.release()
    next?.assertHeld()
    expect(await theirs.take('backup')).toBeNull()
    await ours.close()
  })

  it('is given back when it was granted too late, so that the next taker need not wait', async () => {
    const memory = createMemoryMetadata()
    let isSlow = true
    const { ours, theirs, suspend } = fixture(
      {
        leases: {
          async acquire(request) {
            const isGranted = await memory.leases.acquire(request)
            if (isSlow) suspend(6)
            isSlow = false
            return isGranted
          },
        },
      },
      memory,
    )
    expect(await ours.take('backup')).toBeNull()
    expect(await theirs.take('backup')).not.toBeNull()
    await Promise.all([ours.close(), theirs.close()])
  })

  it('is given back after a renewal under way, so that this one does not take it again', async () => {
    const memory = createMemoryMetadata()
    let grant = () => {}
    let isSlow = false
    const { ours, theirs } = fixture(
      {
        leases: {
          async acquire(request) {
            if (isSlow) {
              isSlow = false
              await new Promise<void>((resolve) => {
                grant = resolve
              })
            }
            return memory.leases.acquire(request)
          },
        },
      },
      memory,
    )
    const lease = await ours.take('backup')
    isSlow = true
    await vi.advanceTimersByTimeAsync(MINUTE)
    const released = lease?.release()
    await vi.advanceTimersByTimeAsync(0)
    grant()
    await released
    await vi.advanceTimersByTimeAsync(0)
    expect(await theirs.take('backup')).not.toBeNull()
    await Promise.all([ours.close(), theirs.close()])
  })

  it('is there for the next try when the answer to the first was lost', async () => {
    const memory = createMemoryMetadata()
    let isLost = true
    const lost = () => Promise.reject(new Error('connection lost'))
    const { ours, theirs, errors } = fixture(
      {
        leases: {
          async acquire(request) {
            const isGranted = await memory.leases.acquire(request)
            return isLost ? lost() : isGranted
          },
          release: (request) => (isLost ? lost() : memory.leases.release(request)),
        },
      },
      memory,
    )
    await expect(ours.take('backup')).rejects.toThrow('connection lost')
    expect(errors).toHaveLength(1)
    expect(await theirs.take('backup')).toBeNull()
    isLost = false
    const lease = await ours.take('backup')
    lease?.assertHeld()
    expect(await ours.take('backup'), 'one at a time, in this process too').toBeNull()
    await lease?.release()
    expect(await theirs.take('backup')).not.toBeNull()
    await theirs.close()
  })

  it('has lapsed when its renewal was granted too late: another may have had it meanwhile', async () => {
    const memory = createMemoryMetadata()
    let grant = () => {}
    let slow = false
    const { ours, suspend } = fixture({
      leases: {
        async acquire(request) {
          if (slow) {
            await new Promise<void>((resolve) => {
              grant = resolve
            })
          }
          return memory.leases.acquire(request)
        },
      },
    })
    const lease = await ours.take('backup')
    slow = true
    await vi.advanceTimersByTimeAsync(MINUTE)
    // Past the end of the first grant, not past that of the second.
    suspend(4.2)
    slow = false
    grant()
    await vi.advanceTimersByTimeAsync(0)
    expect(() => lease?.assertHeld()).toThrow(expect.objectContaining({ code: 'unavailable' }))
    await ours.close()
  })
})
