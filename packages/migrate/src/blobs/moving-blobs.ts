import { isStowageError } from '@stowage/core'
import {
  allSettledOrThrow,
  checkOptions,
  type OptionChecks,
  required,
} from '@stowage/core/internal'
import { type BlobStore, blobExists } from '@stowage/core/ports'
import { blobStore } from '../options/move-checks.ts'

/** The blob store to move from, and the one to move to. */
export interface BlobMove {
  readonly from: BlobStore
  readonly to: BlobStore
}

const OPTIONS: OptionChecks<BlobMove> = { from: required(blobStore), to: required(blobStore) }

/**
 * Makes one `BlobStore` of the two. New blobs go to `to`. Reads look in both. Deletions and quarantines go to both. Has
 * the staging of `to`, and its pieces: resumable uploads that began in `from` alone are refused, and clients begin them
 * again. Has no presigned URLs, because the blob may be on either side.
 *
 * Reads look in `from` first. A blob there is whole, because `moveBlobs` deletes nothing. A copy in `to` may be under
 * way, and some backends show it before it is whole.
 */
export function movingBlobs(move: BlobMove): BlobStore {
  checkOptions<BlobMove>('movingBlobs', move, OPTIONS)
  const { from, to } = move
  return {
    async put(key, file, options) {
      if ((await from.stat(key)) !== null) throw blobExists()
      await to.put(key, file, options)
    },

    async read(key, options) {
      try {
        return await from.read(key, options)
      } catch (error) {
        if (!isStowageError(error, 'blob_not_found')) throw error
        return to.read(key, options)
      }
    },

    async delete(keys, options) {
      const deletions = [from.delete(keys, options), to.delete(keys, options)]
      await allSettledOrThrow(deletions)
      return [...new Set((await Promise.all(deletions)).flat())]
    },

    async stat(key) {
      return (await from.stat(key)) ?? (await to.stat(key))
    },

    list: (options) => union({ from, to }, options),

    async quarantine(key) {
      await allSettledOrThrow([from.quarantine(key), to.quarantine(key)])
    },

    ...(to.staging !== undefined && { staging: to.staging }),
    ...(to.pieces !== undefined && { pieces: to.pieces }),
  }
}

/**
 * Lists the blobs in `from`, in its order, then those that only `to` has, in its order. It cannot tell where a key was
 * that both sides have deleted. In the worst case some blobs come twice, or, after the last of `from`, some of `to` are
 * missed.
 */
async function* union(
  { from, to }: BlobMove,
  { after, signal }: { readonly after?: string; readonly signal?: AbortSignal } = {},
): AsyncGenerator<{ readonly key: string; readonly size: number }> {
  const options = { ...(signal && { signal }) }
  const rest = { ...options, ...(after !== undefined && { after }) }
  const withinTo = after !== undefined && (await isPast(from, to, after))
  if (!withinTo) yield* from.list(rest)
  for await (const blob of to.list(withinTo ? rest : options)) {
    if ((await from.stat(blob.key)) === null) yield blob
  }
}

/** Whether a list that has reached this key has passed all keys of `from`. */
async function isPast(from: BlobStore, to: BlobStore, key: string): Promise<boolean> {
  if ((await from.stat(key)) !== null) return false
  if ((await to.stat(key)) !== null) return true
  for await (const _ of from.list({ after: key })) return false
  return true
}
