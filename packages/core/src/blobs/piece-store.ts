import type { Readable } from 'node:stream'
import type { Turn } from '../async/turn.ts'
import type { StagedUpload } from '../staging/staged-upload.ts'
import type { ByteRange } from './byte-range.ts'

/** Bytes of a file that lie together and are durable. They never change, though a later piece may replace them. */
export interface Piece {
  /** The first byte in the file, from 0. */
  readonly start: number
  /** Bytes, at least 1. */
  readonly size: number
  /** What the blob store needs to find them: 1 to 1,024 characters. */
  readonly ref: string
}

/** A file that arrives in pieces. All that is known of it is in a record, so any process can go on with it. */
export interface PiecedFile {
  /** What `begin` resolved to. */
  readonly storage: string
  /** The reserved blob key under which it will be; `null` unless the store is `inPlace`. */
  readonly blobKey: string | null
  /** From byte 0 on, in order, without gaps. */
  readonly pieces: readonly Piece[]
}

/** Who works on a file, and whose turn it is where such work waits. */
export interface PieceWorkOptions {
  /**
   * The number of the hold under which the work is done. A later hold of the same file has a higher one, for media that
   * can refuse what comes from an older one.
   */
  readonly fence: number
  readonly turn?: Turn
  readonly signal?: AbortSignal
}

/**
 * Files that arrive in pieces, over any time and from any number of processes. A file has one writer at a time by the
 * rules of its record, but a writer may not have learned yet that it is no longer the one: then no byte of it gets into
 * the file. At worst the file is lost as a whole (`blob_not_found`), where the medium cannot keep such a writer off. Nothing of a file can be seen through `BlobStore` before `join`.
 *
 * A call rejects with `insufficient_storage` when there is no room, with `unavailable` when trying again may help, and
 * with `blob_not_found` when bytes of recorded pieces are gone for good. A writer that a later one followed may meet any
 * of these: what is gone for it was replaced. So only the current hold may conclude anything from them.
 */
export interface PieceStore {
  /**
   * Whether the bytes go to where the blob will be. Then `begin` needs a reserved key, `join` gives a file that is a
   * blob already, and `read` sees the pieces only after `join`.
   */
  readonly inPlace: boolean
  /** Where the medium lets clients put parts to it themselves. Absent: all bytes come through `append`. */
  readonly direct?: DirectPieces
  /**
   * Begins a file. Writes nothing. `size`: bytes, or `null` when it is not known yet; a hint, except that no more may
   * come. Resolves to the text that the record keeps, at most 2,048 characters.
   */
  begin(request: { readonly blobKey: string | null; readonly size: number | null }): Promise<string>
  /**
   * Opens a writer that continues after the pieces. It holds no descriptor and no connection while no call runs, or
   * yields them when others wait.
   */
  append(file: PiecedFile, options: PieceWorkOptions): Promise<PieceWriter>
  /**
   * All bytes as one file: `size` must be what the pieces have together. `sha256`: lower-case hex when known, else the
   * bytes are read. The file has its `blobKey` where the store is `inPlace`; else `BlobStore.put` takes it over. May be
   * called again, also after a crash at any point, or when the answer was lost. `discard` of the result lets go of it
   * and removes nothing. The pieces must no longer change: no more is appended to a file after its `join`.
   */
  join(
    file: PiecedFile,
    options: PieceWorkOptions & { readonly size: number; readonly sha256: string | null },
  ): Promise<StagedUpload>
  /**
   * The bytes of a range of the pieces. Fails with `range_not_satisfiable` outside of them. Where the store is
   * `inPlace`, only what was joined can be read; `invalid_argument` otherwise.
   */
  read(
    file: PiecedFile,
    range: ByteRange,
    options?: { readonly turn?: Turn; readonly signal?: AbortSignal },
  ): Readable
  /**
   * Deletes all that belongs to the file: pieces, what replaced ones left, what dead writers left. Missing ones count as
   * deleted. Leaves the blob of a joined file alone. For files whose record is done with: no writer may follow.
   */
  discard(file: PiecedFile, options?: { readonly signal?: AbortSignal }): Promise<void>
  /**
   * Removes what belongs to files that no record knows and that nobody wrote to for `olderThan` milliseconds.
   * `filterUnknown` gets up to 500 ids and resolves to those that no unfinished record names: blob keys where the store
   * is `inPlace`, else what `begin` resolved to. Resolves to the number of files; with `keep` they are only counted.
   */
  sweep(request: {
    readonly olderThan: number
    readonly filterUnknown: (ids: readonly string[]) => Promise<readonly string[]>
    readonly keep?: boolean
    readonly signal?: AbortSignal
  }): Promise<number>
}

/** Appends to one file. One call at a time, except `close`. After a call rejected, only `close` may follow. */
export interface PieceWriter {
  /** Appends. Resolves when the system has taken the bytes; the caller may then reuse the memory. */
  write(chunks: readonly Uint8Array[]): Promise<void>
  /**
   * Makes all that was written durable. `offset`: bytes of the file that are durable now. The record must replace its
   * pieces from `pieces[0].start` on by `pieces`; no pieces when nothing is new. They may begin before the first byte
   * of this writer, because small ones are put together: a file has less than 4,000 pieces however small its writes.
   */
  sync(): Promise<{ readonly offset: number; readonly pieces: readonly Piece[] }>
  /**
   * To be called when the record has what the last `sync` gave: removes what those pieces replaced. Never rejects: the
   * rest is removed by `discard`.
   */
  confirm(): Promise<void>
  /** Lets go. What was not synced is forgotten. Ends a call that runs. Idempotent; never rejects. */
  close(): Promise<void>
}

/** How a file that clients put to the medium themselves is cut. */
export interface DirectLayout {
  /** Bytes of every part but the last. */
  readonly partSize: number
  /** How many parts there are. They have the numbers from 1 to this. 0 for an empty file. */
  readonly parts: number
}

/** Where a client puts one part. */
export interface PresignedPart {
  /** From 1. */
  readonly number: number
  /** The first byte in the file, from 0. */
  readonly start: number
  /** Bytes: exactly as many must be put. */
  readonly size: number
  /** Takes a PUT of the bytes, and needs no header besides their length. */
  readonly url: string
}

/** A part that is stored, with the size of its place. */
export interface StoredPart extends Piece {
  /** From 1. */
  readonly number: number
}

/**
 * Files that clients put to the medium themselves: `PieceStore.direct`. Such a file takes no writer of `append`. Its
 * pieces are what `listParts` says at its end; `join`, `discard` and `sweep` are those of any file.
 *
 * Rejects as the methods of `PieceStore` do.
 */
export interface DirectPieces {
  /**
   * Begins a file of `size` bytes under a reserved key. Writes to the medium: when no record comes of it, `discard`, or
   * `sweep` later. `partSize`: bytes of each part; default: the medium decides. Resolves to the text that the record
   * keeps, at most 2,048 characters. `invalid_argument` (`context.argument`: `partSize` or `size`) for what the medium
   * cannot take.
   */
  begin(request: {
    readonly blobKey: string
    readonly size: number
    readonly partSize?: number
    readonly signal?: AbortSignal
  }): Promise<string>
  /** How a file is cut, by the text of its record; `null` for one that `PieceStore.begin` began. Asks nobody. */
  layoutOf(storage: string): DirectLayout | null
  /**
   * URLs for these parts, in the order given, valid for `expiresIn` seconds (1 … 604,800). The signature fixes the number
   * and the exact length. A part may be put again, and replaces itself, until the file is joined or discarded: after
   * that a URL changes nothing. Asks nobody. `invalid_argument` for a number that the file does not have.
   */
  presignParts(
    file: PiecedFile,
    request: { readonly numbers: readonly number[]; readonly expiresIn: number },
  ): Promise<readonly PresignedPart[]>
  /**
   * The parts that the medium has, by number, as it says itself. One with another size than its place counts as missing.
   * `blob_not_found` when the file was joined or discarded.
   */
  listParts(
    file: PiecedFile,
    options?: { readonly signal?: AbortSignal },
  ): Promise<readonly StoredPart[]>
}
