import type { MetadataStore } from '../ports/metadata-store.ts'
import { addMillis, type Clock } from '../time/timestamp.ts'
import { newBlobKey } from './blob-key.ts'

/** Keys reserved by the first commit; each further one reserves twice as many. A short-lived process needs few. */
const FIRST_BATCH = 4
const LARGEST_BATCH = 128

interface ReservedKeysOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  /** Milliseconds that a reservation holds. */
  readonly grace: number
}

/** Blob keys reserved ahead, so that an upload need not wait for a separate commit. */
export interface ReservedKeys {
  /** A key whose reservation is durable and has at least half of its grace time left. */
  next(): Promise<string>
  /** Drops all keys reserved so far: another process has claimed one of them, and probably all. */
  drop(): void
}

export function createReservedKeys({ metadata, clock, grace }: ReservedKeysOptions): ReservedKeys {
  let ready: { readonly key: string; readonly staleAt: number }[] = []
  let batch = FIRST_BATCH
  /** With fewer keys than this left, more are reserved ahead. */
  let low = 0
  let refilling: Promise<void> | undefined

  function refill(): Promise<void> {
    refilling ??= reserve().finally(() => {
      refilling = undefined
    })
    return refilling
  }

  async function reserve(): Promise<void> {
    const pool = ready
    const now = clock()
    const keys = Array.from({ length: batch }, () => newBlobKey(now / 1000))
    await metadata.blobs.reserve(keys, { lifetime: grace })
    low = batch / 2
    batch = Math.min(batch * 2, LARGEST_BATCH)
    const staleAt = addMillis(now, grace / 2)
    // Into the pool for which they were reserved: a dropped pool gives out no more keys.
    for (const key of keys) pool.push({ key, staleAt })
  }

  return {
    async next() {
      while (true) {
        const reserved = ready.pop()
        // A refill ahead may fail: the call that finds no key left tries again, and rejects.
        if (ready.length < low) refill().catch(() => {})
        if (reserved === undefined) await refill()
        // The sweep deletes stale reservations.
        else if (reserved.staleAt > clock()) return reserved.key
      }
    },
    drop() {
      ready = []
    },
  }
}
