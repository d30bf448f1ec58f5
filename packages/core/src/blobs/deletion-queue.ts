import { Batches } from '../async/batches.ts'
import { closeGrace } from '../async/close-grace.ts'
import type { DeleteClaimed } from './delete-claimed.ts'

/** Blobs deleted by one call of the blob store. */
const BATCH = 500
/** Batches under way at a time. */
const LANES = 2
/** Keys that may wait in memory. The database keeps the claims of all others, which the sweep deletes. */
const ROOM = 50_000

interface DeletionQueueOptions {
  readonly deleteClaimed: DeleteClaimed
  /** Deletions may continue for 500 ms after it aborts. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
  /** Default 50,000 keys. */
  readonly room?: number
}

/** Deletes blobs whose keys are claimed, in batches, while its callers continue. */
interface DeletionQueue {
  /**
   * Resolves to how many of the blobs may still be there, once each was attempted. Never rejects. With
   * `ifRoom`, the keys are left to the sweep when too many are waiting.
   */
  add(keys: readonly string[], options?: { readonly ifRoom?: boolean }): Promise<number>
  /** Resolves when no deletion is under way. */
  idle(): Promise<void>
}

/** Keys that were added together. */
interface Job {
  waiting: number
  left: number
  readonly end: (left: number) => void
}

export function createDeletionQueue(options: DeletionQueueOptions): DeletionQueue {
  const { deleteClaimed, closing, onError, room = ROOM } = options
  const grace = closeGrace(closing)
  const batches = new Batches<{ readonly key: string; readonly job: Job }>({
    most: BATCH,
    lanes: LANES,
    async run(items) {
      const jobs = new Map(items.map(({ key, job }) => [key, job]))
      if (await deleteBatch(jobs)) dropAll()
    },
  })

  function settle(job: Job, isGone: boolean): void {
    job.waiting -= 1
    if (!isGone) job.left += 1
    if (job.waiting === 0) job.end(job.left)
  }

  /** Deletes one batch. Resolves to whether no other batch need be tried: the store closes, or the storage is down. */
  async function deleteBatch(jobs: Map<string, Job>): Promise<boolean> {
    const { signal } = grace
    const onDeleted = (keys: readonly string[]) => {
      for (const key of keys) {
        const job = jobs.get(key)
        if (jobs.delete(key) && job !== undefined) settle(job, true)
      }
    }
    try {
      if (signal.aborted) return true
      const keys = [...jobs.keys()]
      return (await deleteClaimed({ keys, signal, hurry: closing, onDeleted })).isMediumDown
    } catch (error) {
      // The claims remain, so the sweep deletes these blobs again.
      onError(error)
      return false
    } finally {
      for (const job of jobs.values()) settle(job, false)
    }
  }

  /** Leaves the waiting keys to the next sweep: their claims are due. */
  function dropAll(): void {
    for (const { job } of batches.drop()) settle(job, false)
  }

  return {
    add(keys, { ifRoom = false } = {}) {
      if (keys.length === 0) return Promise.resolve(0)
      if (ifRoom && batches.size + keys.length > room) return Promise.resolve(keys.length)
      return new Promise((end) => {
        const job: Job = { waiting: keys.length, left: 0, end }
        batches.add(keys.map((key) => ({ key, job })))
      })
    },

    async idle() {
      await batches.idle()
      grace.end()
    },
  }
}
