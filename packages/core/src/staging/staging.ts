import type { Readable } from 'node:stream'
import type { ReadableFile } from '@stowage/analysis'
import type { Turn } from '../async/turn.ts'
import type { ByteRange } from '../blobs/byte-range.ts'

/**
 * Where an upload that is too large for memory waits until it is an asset. It is on durable storage of the store's own,
 * never in the system's temporary folder.
 */
export interface Staging {
  /**
   * Opens an empty file that nothing else can see or name. `turn`: whose turn it is, where files wait for each other.
   */
  create(options?: { readonly turn?: Turn }): Promise<StagingFile>
  /**
   * Removes what dead processes left behind more than `olderThan` milliseconds ago. Resolves to how many files; with
   * `keep` they are only counted. An abort ends it between two of them, or at once where it waits for a network.
   */
  sweep(
    olderThan: number,
    options?: { readonly keep?: boolean; readonly signal?: AbortSignal },
  ): Promise<number>
}

/** One file in staging. Written once from front to back, then read at random. Not for concurrent writes. */
export interface StagingFile {
  /**
   * Where another process of this machine, of the same user, can read the bytes until `discard`. Without it,
   * the bytes are sent to that process. Use it for reading only, never as a name.
   */
  readonly path?: string
  /**
   * Appends. Resolves when the system has taken the bytes; durability is `BlobStore.put`'s business.
   * `insufficient_storage`.
   */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /** Bytes of the range, fewer only at the end of the file. */
  read(range: ByteRange): Promise<Uint8Array>
  /** The same as a stream, which holds nothing once it has ended or was destroyed. */
  stream(range: ByteRange): Readable
  /**
   * Closes and removes the file. Idempotent; never rejects. After a `put` that took the file over, removes nothing that
   * the blob needs.
   */
  discard(): Promise<void>
}

/**
 * The uploaded bytes before they are an asset. Analyzers, variant processors, scan hooks and `BlobStore.put`
 * take this; no path crosses a port but a staging file's own, for reading.
 */
export interface StagedFile extends ReadableFile {
  /** SHA-256, lower-case hex. */
  readonly sha256: string
  /** The whole content when it is small (up to 256 KiB), else the staging file that holds it. */
  readonly content: Uint8Array | StagingFile
  /** Bytes of the range, clipped to the file. From memory when small. */
  read(range: ByteRange): Promise<Uint8Array>
  /** The whole file, or a range of it, as a stream. */
  stream(range?: ByteRange): Readable
}
