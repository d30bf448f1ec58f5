import { blobExists } from '../blobs/blob-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import { settled } from '../store/settled.ts'

/** Where the blobs are, and where they go. */
export interface BlobMove {
  readonly from: BlobStore
  readonly to: BlobStore
}

/**
 * The blobs of a store that moves, as one `BlobStore`: what is new goes to `to`, and everything can be read
 * wherever it lies. Deletes and quarantines in both. Has the staging of `to`, and no presigned URLs: nobody
 * can tell beforehand on which side a blob will be.
 *
 * Looks in `from` first: what lies there is whole, for `moveBlobs` takes nothing away, while a copy in `to`
 * may be under way, and on some media be seen before it is whole.
 */
export function movingBlobs({ from, to }: BlobMove): BlobStore {
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

    async delete(keys) {
      await settled([from.delete(keys), to.delete(keys)])
    },

    async stat(key) {
      return (await from.stat(key)) ?? (await to.stat(key))
    },

    list: (options) => union(from.list(options), to.list(options)),

    async quarantine(key) {
      await settled([from.quarantine(key), to.quarantine(key)])
    },

    ...(to.staging !== undefined && { staging: to.staging }),
  }
}

/** What is in either list, by key; of what is in both, the one of the first. */
async function* union<Item extends { readonly key: string }>(
  ...lists: readonly [AsyncIterable<Item>, AsyncIterable<Item>]
): AsyncGenerator<Item> {
  const [first, second] = lists.map((list) => list[Symbol.asyncIterator]()) as [
    AsyncIterator<Item>,
    AsyncIterator<Item>,
  ]
  try {
    let [a, b] = await Promise.all([first.next(), second.next()])
    while (!a.done || !b.done) {
      const takeFirst = !a.done && (b.done || a.value.key <= b.value.key)
      const takeSecond = !b.done && (a.done || b.value.key <= a.value.key)
      if (takeFirst) yield a.value as Item
      else if (takeSecond) yield b.value as Item
      if (takeFirst) a = await first.next()
      if (takeSecond) b = await second.next()
    }
  } finally {
    await Promise.allSettled([first.return?.(), second.return?.()])
  }
}
