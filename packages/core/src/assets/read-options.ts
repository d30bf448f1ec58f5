import type { Readable } from 'node:stream'
import { requireText } from '../arguments/require-text.ts'
import type { PresignOptions } from '../blobs/blob-store.ts'
import type { ByteRange } from '../blobs/byte-range.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { type CallOptions, requireOptions } from '../options/call-options.ts'
import type { KnownOptions } from '../options/known-options.ts'
import type { Asset } from './asset.ts'

/** The same options of a method that opens a file; `invalid_argument` when they are not of the documented form. */
export function requireReadOptions<Options extends ReadOptions>(
  call: KnownOptions<Options>,
  options: Options,
): Options {
  const { range, variant } = requireOptions(call, options)
  if (variant !== undefined) requireText('variant', variant)
  if (range === undefined) return options
  const { start, end } = Object(range) as { readonly start: unknown; readonly end: unknown }
  if (typeof start === 'number' && typeof end === 'number') return options
  throw invalidArgument('range', 'range must be { start, end } in bytes, end not included.')
}
/** Which bytes of which file `read` opens. */
export interface ReadOptions extends CallOptions {
  /** Default: the whole file. */
  readonly range?: ByteRange
  /** Name of a variant, which is made now if it does not exist yet. Default: the original. */
  readonly variant?: string
}
/** Which file a presigned URL serves, with which headers, and for how long. */
export interface PresignedFileOptions extends CallOptions, Omit<PresignOptions, 'mimeType'> {
  /** Name of a variant, which is made now if it does not exist yet. Default: the original. */
  readonly variant?: string
  /** Default: that of the file. */
  readonly mimeType?: string
}

/** The bytes of an asset or a variant, or a range of them. */
export interface AssetFile {
  readonly asset: Asset
  readonly mimeType: string
  /** Bytes of the whole file, not of the range. */
  readonly size: number
  /** SHA-256 of the whole file, lower-case hex. */
  readonly sha256: string
  /** The range that `body` holds. */
  readonly range: ByteRange
  /**
   * As the blob store returned it: bytes for small ranges, otherwise a stream, which must be consumed or destroyed.
   * Other readers may share the bytes, so do not change them.
   */
  readonly body: Uint8Array | Readable
  /** `body` as a stream. Call either `stream` or `bytes`, once. */
  stream(): Readable
  /** `body` in memory. Mind the size. */
  bytes(): Promise<Uint8Array>
}
