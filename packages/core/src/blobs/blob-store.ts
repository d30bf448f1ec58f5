import type { Readable } from 'node:stream'
import type { Turn } from '../async/turn.ts'
import type { StagedFile, Staging } from '../staging/staging.ts'
import type { ByteRange } from './byte-range.ts'
import type { PieceStore } from './piece-store.ts'

/** The headers of the response of a presigned URL, and how long it works. */
export interface PresignOptions {
  /** `Content-Type` of the response. */
  readonly mimeType: string
  /** `Content-Disposition` of the response. */
  readonly disposition: string
  /** `Cache-Control` of the response. */
  readonly cacheControl: string
  /** Whole seconds, 1 to 604,800 (7 days); anything else is `invalid_argument`. */
  readonly expiresIn: number
}

/**
 * Immutable byte sequences under opaque keys.
 *
 * A key matches `/^[0-9a-z]{32}$/`; anything else is refused with `invalid_argument`. Its first ten characters are the
 * time at which it was made; the first six of them name a span of about 17 minutes, whose blobs a port may store
 * together. The rest is random. A key contains nothing from the client and is never used twice.
 *
 * Every method may run at the same time as any other, from any number of processes.
 */
export interface BlobStore {
  /**
   * Stores the file under `key`. Durable when it resolves: survives a crash and a power loss. Rejects with
   * `blob_exists` when the key is taken, and leaves that blob alone. When it rejects, or is aborted, nothing can be
   * read under the key, though a remainder that only `delete` can reach is allowed; after `unavailable` the whole blob
   * may exist: it was stored, and the answer was lost. `insufficient_storage` when there is no room. `turn`: whose turn
   * it is, where puts wait for each other.
   */
  put(key: string, file: StagedFile, options?: { signal?: AbortSignal; turn?: Turn }): Promise<void>
  /**
   * Reads the bytes of the range; without one, the whole blob. Small ranges may come as bytes, others as a stream that
   * holds no resources once it has ended or was destroyed. The blob is open before the call resolves: a later `delete`
   * does not cut it short where the medium allows. A range that is not within the blob is `range_not_satisfiable`, so
   * that a blob which lost bytes is never taken for a whole one. `blob_not_found`. An abort rejects the call or
   * destroys the stream. `turn`: whose turn it is, where reads wait for each other.
   */
  read(
    key: string,
    options?: { range?: ByteRange; signal?: AbortSignal; turn?: Turn },
  ): Promise<Uint8Array | Readable>
  /**
   * Deletes the blobs, and resolves to the keys of those that it could not delete, each once: none when all are gone.
   * Missing ones count as deleted. No read that starts later finds a deleted one, also after a crash and a power loss.
   * One blob that cannot be deleted does not stop the deletion of the others. Rejects when it deleted none, or does not
   * know which: then any of them may be gone. An abort rejects with the signal's reason and begins no further deletion.
   * Takes at least 1000 keys.
   */
  delete(
    keys: readonly string[],
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly string[]>
  /** Size in bytes, or `null` when there is no such blob. */
  stat(key: string): Promise<{ readonly size: number } | null>
  /**
   * Lists every blob, in an order of the port's own that never changes. With `after`, lists those that come after that
   * key in it, whether or not there is such a blob. It holds one page in memory at a time, or at most the keys of one
   * span of time. Blobs put or deleted meanwhile may be among them or not.
   */
  list(options?: {
    after?: string
    signal?: AbortSignal
  }): AsyncIterable<{ readonly key: string; readonly size: number }>
  /**
   * Puts a blob aside, where no method of this port finds it but an operator can. Durable when it
   * resolves. A missing one counts as done.
   */
  quarantine(key: string): Promise<void>
  /**
   * A URL that serves the blob, and ranges of it, without a key until it expires. It does so even after the record is
   * purged. Does not check whether there is such a blob. Absent where blobs have no URLs of their own.
   */
  presign?(key: string, options: PresignOptions): Promise<string>
  /**
   * Where the blob of this key is or would be, as a path below the store's directory, with `/`. Present where blobs
   * are plain files, for web servers that send them in the app's place.
   */
  locate?(key: string): string
  /** Staging that `put` can take files over from without copying them. The store uses it when present. */
  readonly staging?: Staging
  /** For files that arrive in pieces. Without it, the store has no resumable uploads. */
  readonly pieces?: PieceStore
}
