import { unusedBlobKey } from '@stowage/testing/internal'
import { describe, expect, it } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/replacing.ts'
import type { BlobLedger } from './blob-ledger.ts'
import type { BlobStore } from './blob-store.ts'
import { createDeleteClaimed } from './delete-claimed.ts'

const DAY = 24 * 3_600_000
const KEYS = Array.from({ length: 500 }, unusedBlobKey)
const never = new AbortController().signal
const throttled = () => Promise.reject(new StowageError('unavailable', 'SlowDown'))

/** A deletion whose pauses are over at once. `calls`: how many keys each call of the blob store got. */
function fixture(remove: BlobStore['delete'], more: { readonly pause?: () => Promise<void> } = {}) {
  const calls: number[] = []
  const pauses: number[] = []
  const settled: Parameters<BlobLedger['recordDeletions']>[0][] = []
  const errors: unknown[] = []
  const deleteClaimed = createDeleteClaimed({
    metadata: replacing(createMemoryMetadata(), {
      blobs: {
        recordDeletions: async (request) => {
          settled.push(request)
        },
      },
    }),
    blobs: {
      delete(keys, options) {
        calls.push(keys.length)
        return remove(keys, options)
      },
    } as BlobStore,
    grace: DAY,
    onError: (error) => errors.push(error),
    pause: async (milliseconds) => {
      pauses.push(milliseconds)
      await more.pause?.()
    },
  })
  return { deleteClaimed, calls, pauses, settled, errors }
}

describe('deleteClaimed', () => {
  it('deletes all in one call, and records when the second deletion is due', async () => {
    const { deleteClaimed, calls, settled } = fixture(async () => [])
    expect(await deleteClaimed({ keys: KEYS, signal: never })).toMatchObject({ left: [] })
    expect(calls).toEqual([500])
    expect(settled).toEqual([{ deleted: KEYS, retryAfter: DAY }])
  })

  it('tries again after pauses that grow, never with one key at a time, then leaves all to the sweep', async () => {
    const { deleteClaimed, calls, pauses, settled, errors } = fixture(throttled)
    const deletion = await deleteClaimed({ keys: KEYS, signal: never })
    expect(deletion).toEqual({ left: KEYS, isMediumDown: true })
    expect(calls).toEqual(Array(6).fill(500))
    for (const [index, longest] of [250, 500, 1000, 2000, 4000].entries()) {
      expect(pauses[index]).toBeLessThanOrEqual(longest)
      expect(pauses[index]).toBeGreaterThanOrEqual(longest / 2)
    }
    expect(pauses).toHaveLength(5)
    expect(settled).toEqual([{ deleted: [], failed: KEYS, retryAfter: 600_000 }])
    expect(errors).toMatchObject([{ code: 'unavailable', context: { count: 500 } }])
  })

  it('tries again only what is left, and records at once what is gone', async () => {
    const stuck = KEYS.slice(10, 13)
    let rounds = 0
    const { deleteClaimed, calls, settled, errors } = fixture(async () => {
      rounds += 1
      return rounds < 3 ? stuck : []
    })
    const gone: number[] = []
    const onDeleted = (keys: readonly string[]) => gone.push(keys.length)
    await deleteClaimed({ keys: KEYS, signal: never, onDeleted })
    expect(calls).toEqual([500, 3, 3])
    expect(gone).toEqual([497, 0, 3])
    expect(settled.flatMap(({ deleted }) => deleted)).toHaveLength(500)
    expect(errors).toEqual([])
  })

  it('does not take one odd blob for a medium that is down', async () => {
    const odd = KEYS[7] as string
    const { deleteClaimed } = fixture(async (keys) => keys.filter((key) => key === odd))
    expect(await deleteClaimed({ keys: KEYS, signal: never })).toEqual({
      left: [odd],
      isMediumDown: false,
    })
    expect(await deleteClaimed({ keys: [odd], signal: never })).toEqual({
      left: [odd],
      isMediumDown: false,
    })
  })

  it('ends with its signal though the blob store does not, and leaves the claims due', async () => {
    const controller = new AbortController()
    const { deleteClaimed, settled, errors } = fixture(() => new Promise(() => {}))
    const deleting = deleteClaimed({ keys: KEYS, signal: controller.signal })
    controller.abort()
    expect(await deleting).toEqual({ left: KEYS, isMediumDown: false })
    expect([settled, errors]).toEqual([[], []])
  })

  it('makes no further attempt once `hurry` aborts', async () => {
    const hurry = new AbortController()
    const pause = async () => {
      hurry.abort()
      throw hurry.signal.reason
    }
    const { deleteClaimed, calls, settled } = fixture(throttled, { pause })
    await deleteClaimed({ keys: KEYS, signal: never, hurry: hurry.signal })
    expect(calls).toEqual([500])
    expect(settled).toEqual([])
  })
})
