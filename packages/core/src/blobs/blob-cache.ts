/** Recently read small blobs. Blobs never change, so only memory limits how long they are kept. */
export interface BlobCache {
  /** The whole blob. All callers share it and must not change it. */
  get(key: string): Uint8Array | undefined
  /**
   * Keeps a copy of a whole blob, unless it was forgotten. Drops the least recently used blobs when there is no
   * room.
   */
  keep(key: string, bytes: Uint8Array): void
  /** The blobs are purged: the cache no longer returns their bytes, and a read under way cannot bring them back. */
  forget(keys: readonly string[]): void
  /** Whether the blob was recently forgotten. Its bytes may still be in storage, but no record names them. */
  isForgotten(key: string): boolean
}

/** Bytes that the map and the buffer take besides the content. */
const OVERHEAD = 512
/**
 * Forgotten keys that are remembered, about 100 bytes each. No read lasts so long that as many blobs are purged
 * meanwhile, and no key is ever used again.
 */
const FORGOTTEN = 32_768

/** A cache of at most `limit` bytes, 0 for none. Drops the least recently used blob first. */
export function createBlobCache(limit: number): BlobCache {
  // A map keeps the order of insertion, so a requested blob is inserted again.
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
