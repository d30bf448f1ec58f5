import { setTimeout as delay } from 'node:timers/promises'
import { raceAbort } from '../async/abortable.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { BlobStore } from './blob-store.ts'

/** Attempts to delete a blob before it is left to the sweep. */
const ATTEMPTS = 6
/** Milliseconds before the second attempt; twice as many before each further one. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000
/** Milliseconds after which a failed deletion is due again: 10 minutes. */
const RETRY = 10 * 60_000

interface DeleteClaimedOptions {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  /** Milliseconds after which a deleted blob is deleted a second time. */
  readonly grace: number
  readonly onError: (error: unknown) => void
  /** For tests. Default: a timer that keeps no process alive. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export interface DeleteRequest {
  /** At most as many as the blob store deletes in one call. */
  readonly keys: readonly string[]
  /** Default 6. */
  readonly attempts?: number
  /** Ends the attempt under way. The remaining keys stay claimed and due. */
  readonly signal: AbortSignal
  /** Ends the pauses between attempts. Default: `signal`. */
  readonly hurry?: AbortSignal
  /** Called with the keys of blobs as soon as they are gone. */
  readonly onDeleted?: (keys: readonly string[]) => void
}

export interface Deletion {
  /** Keys of the blobs that may still be there. */
  readonly left: readonly string[]
  /**
   * None of several blobs was deleted, so others would fail too. A single failed blob says nothing about the
   * storage.
   */
  readonly isMediumDown: boolean
}

/**
 * Deletes blobs whose keys are claimed, and records the results. Retries after growing pauses while the
 * storage fails or throttles; then it leaves the rest to a sweep 10 minutes later and calls `onError`. Never
 * deletes one blob per call. Rejects only when the database does.
 */
export type DeleteClaimed = (request: DeleteRequest) => Promise<Deletion>

export function createDeleteClaimed(options: DeleteClaimedOptions): DeleteClaimed {
  const { metadata, blobs, grace, onError } = options
  const { pause = (ms, signal) => delay(ms, undefined, { signal, ref: false }) } = options

  return async function deleteClaimed({ keys, attempts = ATTEMPTS, ...request }) {
    const { signal, hurry = signal, onDeleted = () => {} } = request
    let left = keys
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const { failed, failure } = await deleteOnce(left, signal)
      const deleted = without(left, failed)
      left = failed
      onDeleted(deleted)
      if (deleted.length > 0) await metadata.blobs.recordDeletions({ deleted, retryAfter: grace })
      if (signal.aborted || left.length === 0) break
      if (attempt >= attempts) {
        await metadata.blobs.recordDeletions({ deleted: [], failed: left, retryAfter: RETRY })
        onError(notDeleted(left.length, failure))
        return { left, isMediumDown: keys.length > 1 && left.length === keys.length }
      }
      const isCutShort = await pause(pauseBefore(attempt + 1), hurry).then(
        () => false,
        () => true,
      )
      if (isCutShort) break
    }
    return { left, isMediumDown: false }
  }

  async function deleteOnce(keys: readonly string[], signal: AbortSignal) {
    try {
      signal.throwIfAborted()
      return { failed: await raceAbort(blobs.delete(keys, { signal }), signal) }
    } catch (failure) {
      return { failed: keys, failure }
    }
  }
}

/** Half of the pause is random, so that processes that failed together do not retry together. */
function pauseBefore(attempt: number): number {
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 2))
  return (longest * (1 + Math.random())) / 2
}

function without(keys: readonly string[], some: readonly string[]): readonly string[] {
  if (some.length === 0) return keys
  const excluded = new Set(some)
  return keys.filter((key) => !excluded.has(key))
}

function notDeleted(count: number, cause: unknown): StowageError {
  return new StowageError(
    'unavailable',
    `${count} stored files could not be deleted. A sweep tries again in 10 minutes.`,
    { context: { count }, cause },
  )
}
