import type { Clock } from '../asset/timestamp.ts'
import { newBlobKey } from '../blobs/blob-key.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'

const BATCH = 128

export interface BlobKeysOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  /** Milliseconds that a reservation holds. */
  readonly grace: number
}

/** Blob keys that are reserved already, so that an upload need not wait for a commit of its own. */
export interface BlobKeys {
  /** A key whose reservation is durable and has at least half of its grace time left. */
  take(): Promise<string>
}

export function createBlobKeys({ metadata, clock, grace }: BlobKeysOptions): BlobKeys {
  const ready: { readonly key: string; readonly staleAt: number }[] = []
  let refilling: Promise<void> | undefined

  function refill(): Promise<void> {
    refilling ??= reserve().finally(() => {
      refilling = undefined
    })
    return refilling
  }

  async function reserve(): Promise<void> {
    const now = clock()
    const keys = Array.from({ length: BATCH }, () => newBlobKey(now / 1000))
    await metadata.reserve(keys, { lifetime: grace })
    const staleAt = now + grace * 500
    for (const key of keys) ready.push({ key, staleAt })
  }

  return {
    async take() {
      while (true) {
        const reserved = ready.pop()
        // Failing ahead of need is no failure: the call that finds nothing left tries again and tells.
        if (ready.length < BATCH / 2) refill().catch(() => {})
        if (reserved === undefined) await refill()
        // What went stale is left to the sweep.
        else if (reserved.staleAt > clock()) return reserved.key
      }
    },
  }
}
