import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { isUint8Array } from 'node:util/types'
import { errorCode } from '../errors/error-facts.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { abortable } from './abortable.ts'
import { isBlob } from './is-blob.ts'

/** Bytes read at a time from files and blobs. */
const CHUNK = 256 * 1024

/**
 * Where the bytes of an upload come from. A `Blob` may be a `File`, whose name is then the default name.
 * A stream is destroyed when the upload fails. Chunks must not change after they were handed over.
 * For a file on disk: `fromPath`.
 */
export type UploadSource = Readable | AsyncIterable<Uint8Array> | Uint8Array | Blob

/**
 * A file on disk as something to upload: `store.uploadMany([fromPath('a.jpg'), fromPath('b.jpg')])`.
 * The path is the app's own, never a client's. The file is opened when its turn comes.
 */
export function fromPath(path: string): { source: UploadSource; name: string } {
  return { source: chunksOfPath(path), name: basename(path) }
}

/** Not nested in `fromPath`: V8 makes a hidden class for every generator function. */
async function* chunksOfPath(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path, { highWaterMark: CHUNK })
}

/** Frees what a source holds that nobody will read any more. */
export function discardSource(source: UploadSource): void {
  if (source instanceof Readable) source.destroy()
}

/** The name that a source brings along. */
export function nameOfSource(source: UploadSource): string | undefined {
  return isBlob(source) && 'name' in source && typeof source.name === 'string'
    ? source.name
    : undefined
}

/** The source's bytes, chunk by chunk. Stops with the signal's reason, also while waiting for a chunk. */
export async function* chunksOf(
  source: AsyncIterable<unknown> | Blob,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const chunks = isBlob(source) ? slicesOf(source) : source
  for await (const chunk of chunks instanceof Readable
    ? destroyOnAbort(chunks, signal)
    : abortable(chunks, signal)) {
    if (!isUint8Array(chunk)) {
      throw new StowageError(
        'invalid_argument',
        `An upload source must yield Uint8Array chunks, not ${typeof chunk}: remove setEncoding() or objectMode.`,
        { context: { argument: 'source' } },
      )
    }
    yield chunk
  }
}

/** Cheaper than the web stream that a `Blob` offers. */
async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += CHUNK) {
    yield new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer())
  }
}

async function* destroyOnAbort(
  stream: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown> {
  const destroy = () => stream.destroy(signal?.reason)
  if (signal?.aborted) destroy()
  signal?.addEventListener('abort', destroy)
  try {
    yield* stream
    // A stream that was destroyed without an error ends its iteration as if it were whole.
    if (!stream.readableEnded) throw cutOff()
  } catch (error) {
    signal?.throwIfAborted()
    throw isPrematureClose(error) ? cutOff(error) : error
  } finally {
    signal?.removeEventListener('abort', destroy)
  }
}

function isPrematureClose(error: unknown): boolean {
  return errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE'
}

function cutOff(cause?: unknown): Error {
  return new Error('The upload source was destroyed before its end.', { cause })
}
