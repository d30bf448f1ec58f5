/** Small blobs that were read lately. They never change, so only memory bounds how long they are kept. */
export interface BlobCache {
  /** The whole blob. Shared by all who ask: not to be changed. */
  get(key: string): Uint8Array | undefined
  /** Keeps a copy of a whole blob; lets go of those that were not asked for the longest when there is no room. */
  keep(key: string, bytes: Uint8Array): void
  forget(keys: readonly string[]): void
}

/** What the map and the buffer cost beside the bytes. */
const OVERHEAD = 512

/** A cache of at most `limit` bytes, 0 for none. Least recently used goes first. */
export function createBlobCache(limit: number): BlobCache {
  // A map keeps the order of insertion: what is asked for is inserted anew.
  const kept = new Map<string, Uint8Array>()
  let size = 0

  function drop(key: string, bytes: Uint8Array): void {
    kept.delete(key)
    size -= bytes.byteLength + OVERHEAD
  }

  return {
    get(key) {
      const bytes = kept.get(key)
      if (bytes === undefined) return undefined
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    keep(key, bytes) {
      if (bytes.byteLength + OVERHEAD > limit || kept.has(key)) return
      const own = Uint8Array.from(bytes)
      kept.set(key, own)
      size += own.byteLength + OVERHEAD
      for (const [oldest, oldBytes] of kept) {
        if (size <= limit) break
        drop(oldest, oldBytes)
      }
    },
    forget(keys) {
      for (const key of keys) {
        const bytes = kept.get(key)
        if (bytes !== undefined) drop(key, bytes)
      }
    },
  }
}
