/** Small blobs that were read lately. They never change, so only memory bounds how long they are kept. */
export interface BlobCache {
  /** The whole blob. Shared by all who ask: not to be changed. */
  get(key: string): Uint8Array | undefined
  /**
   * Keeps a copy of a whole blob, unless it was forgotten; lets go of those that were not asked for the
   * longest when there is no room.
   */
  keep(key: string, bytes: Uint8Array): void
  /** The blobs are purged: their bytes are not given any more, and a read under way brings none of them back. */
  forget(keys: readonly string[]): void
  /**
   * Whether the blob was forgotten lately. Its bytes may still be on the medium, but no record names them.
   */
  isForgotten(key: string): boolean
}

/** What the map and the buffer cost beside the bytes. */
const OVERHEAD = 512
/**
 * Forgotten keys that are remembered, about 100 bytes each. No read takes so long that as many are purged
 * meanwhile, and no key is ever used again.
 */
const FORGOTTEN = 32_768

/** A cache of at most `limit` bytes, 0 for none. Least recently used goes first. */
export function createBlobCache(limit: number): BlobCache {
  // A map keeps the order of insertion: what is asked for is inserted anew.
  const kept = new Map<string, Uint8Array>()
  const forgotten = new Set<string>()
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
      if (bytes.byteLength + OVERHEAD > limit || kept.has(key) || forgotten.has(key)) return
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
        forgotten.add(key)
      }
      for (const oldest of forgotten) {
        if (forgotten.size <= FORGOTTEN) break
        forgotten.delete(oldest)
      }
    },
    isForgotten: (key) => forgotten.has(key),
  }
}
