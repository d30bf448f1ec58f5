import type { Readable } from 'node:stream'

/**
 * Where the bytes of an upload come from. A `Blob` may be a `File`, whose name is then the default name.
 * For a file on disk: `fromPath`.
 */
export type UploadSource = Readable | AsyncIterable<Uint8Array> | Uint8Array | Blob
