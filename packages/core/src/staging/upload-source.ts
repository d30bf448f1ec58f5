import type { Readable } from 'node:stream'
import { types } from 'node:util'
import { isThenable, mustBe } from '../arguments/must-be.ts'
import { abortable } from '../async/abortable.ts'
import type { Turn } from '../async/turn.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isMulterFile, multerFile } from './multer-file.ts'
import { SourceInTurn } from './source-in-turn.ts'
import { iteratorOfStream, iteratorOfWebStream } from './stream-iterators.ts'

/** Bytes read at a time from blobs. */
const CHUNK = 256 * 1024

/**
 * Where the bytes of an upload come from. For a file on disk, use `fromPath`. A `File` also gives the default name. A
 * stream must be fresh: `invalid_argument` when bytes have been read from it before, even if they were put back. When
 * the upload fails, a stream is destroyed and a web stream is cancelled, even if the upload had not reached it. Chunks
 * must not change after the source has yielded them.
 */
export type UploadSource = Readable | AsyncIterable<Uint8Array> | Uint8Array | Blob | LateSource

/** A source that is opened when its turn comes, such as `fromUrl(…)` of `@stowage/from-url`. */
export interface LateSource {
  /**
   * Called once. `limit`: the most bytes that the upload takes; a source known to be longer may be refused at once, as
   * `file_too_large`. An abort ends both the opening and the bytes.
   */
  open(options: { readonly limit: number; readonly signal: AbortSignal }): Promise<OpenedSource>
}

/** What a `LateSource` opens. */
export interface OpenedSource {
  /** The file's name, for an upload without one. */
  readonly name?: string
  /** Read to its end, or ended by `return` of its iterator. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The same source; `invalid_argument` with a hint when nothing can be read from it. */
export function requireSource(source: unknown): UploadSource {
  if (isSource(source)) {
    if (isStream(source)) assertFresh(source)
    return source
  }
  if (isMulterFile(source)) throw multerFile('source')
  if (isResponse(source)) {
    // Otherwise the error page of a 404 would be stored as the file.
    const message = 'A Response is not a source. Look at response.ok, then pass response.body.'
    throw invalidArgument('source', message)
  }
  if (isThenable(source)) throw mustBe('source', 'a stream, bytes or a Blob', source)
  throw invalidArgument('source', adviceFor(source))
}

function adviceFor(source: unknown): string {
  if (typeof source === 'string') {
    return 'A string is not a source. Use fromPath(path) for a file on disk, Buffer.from(text) for text.'
  }
  const hasPath = typeof source === 'object' && source !== null && 'path' in source
  return hasPath
    ? 'An object with a path is not a source. Use fromPath(path) for a file on disk.'
    : 'source must be a stream, an async iterable of bytes, a Uint8Array or a Blob.'
}

/** A stream that failed passes: reading it rejects with `source_failed` and its error, which says more. */
function assertFresh({ errored, destroyed, readableEnded, readableDidRead }: Readable): void {
  if (errored || !(destroyed || readableEnded || readableDidRead)) return
  throw invalidArgument(
    'source',
    readableEnded || readableDidRead
      ? 'This stream was read before, so bytes of it may be missing. Pass a fresh stream.'
      : 'This stream was destroyed before it was read. Pass a fresh stream.',
  )
}

/** Checked by their methods, so that streams and blobs of other packages and other realms pass. */
function isSource(source: unknown): source is UploadSource {
  return (
    types.isUint8Array(source) ||
    (typeof source === 'object' &&
      source !== null &&
      (isBlob(source) ||
        isWebStream(source) ||
        isLateSource(source) ||
        Symbol.asyncIterator in source))
  )
}

/**
 * Keeps an error of a stream that is not read yet from ending the process. The later read reports the error.
 */
export function guardSource(source: unknown): void {
  if (isStream(source)) source.on('error', ignore)
}

/** Frees what a source holds when it will not be read any more. Ignores its errors, thrown ones too. */
export function discardSource(source: unknown): void {
  guardSource(source)
  endSource(source).catch(ignore)
}

async function endSource(source: unknown): Promise<void> {
  if (isStream(source)) source.destroy()
  else if (isWebStream(source)) await source.cancel()
  else if (isResponse(source)) await source.body?.cancel()
  else if (isIterator(source)) await source.return?.()
}

/** Whether the source is opened when its turn comes. Streams of files have a method `open`, too. */
export function isLateSource(source: unknown): source is LateSource {
  return has(source, 'open') && !(Symbol.asyncIterator in Object(source))
}

/** The name that a source brings along. */
export function nameOfSource(source: UploadSource): string | undefined {
  return isBlob(source) && 'name' in source && typeof source.name === 'string'
    ? source.name
    : undefined
}

/** Size of the source in bytes, if it is known before reading. */
export function sizeOfSource(source: UploadSource): number | undefined {
  if (types.isUint8Array(source)) return source.byteLength
  return isBlob(source) ? source.size : undefined
}

/**
 * The source's bytes, chunk by chunk. Stops with the signal's reason, also while waiting for a chunk. `turn`: whose
 * turn it is, where sources wait to be opened.
 */
export async function* chunksOf(
  source: AsyncIterable<unknown> | Blob,
  signal: AbortSignal | undefined,
  turn?: Turn,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of abortable(itemsOf(source, turn), signal)) {
    if (!types.isUint8Array(chunk)) {
      throw invalidArgument(
        'source',
        `An upload source must yield Uint8Array chunks, not ${typeof chunk}: remove setEncoding() or objectMode.`,
      )
    }
    yield chunk
  }
}

function itemsOf(
  source: AsyncIterable<unknown> | Blob,
  turn: Turn | undefined,
): AsyncIterable<unknown> {
  if (source instanceof SourceInTurn) return source.inTurn(turn)
  if (isBlob(source)) return slicesOf(source)
  if (isStream(source)) return { [Symbol.asyncIterator]: () => iteratorOfStream(source) }
  if (isWebStream(source)) return { [Symbol.asyncIterator]: () => iteratorOfWebStream(source) }
  return source
}

/** Cheaper than the web stream that a `Blob` offers. */
async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < blob.size; at += CHUNK) {
    yield new Uint8Array(await blob.slice(at, at + CHUNK).arrayBuffer())
  }
}

function isStream(source: unknown): source is Readable {
  return has(source, 'on') && has(source, 'destroy') && has(source, 'pipe')
}

function isWebStream(source: unknown): source is ReadableStream<unknown> {
  return has(source, 'getReader') && has(source, 'cancel')
}

/** Whether the source gives its bytes more than once. A stream was read to its end by the first reader. */
export function canBeReadAgain(source: UploadSource): boolean {
  return types.isUint8Array(source) || isBlob(source)
}

/** Also a blob of another package or realm. */
export function isBlob(source: unknown): source is Blob {
  return has(source, 'arrayBuffer') && has(source, 'slice')
}

function isResponse(source: unknown): source is Response {
  return has(source, 'arrayBuffer') && has(source, 'clone') && 'body' in Object(source)
}

function isIterator(source: unknown): source is AsyncIterator<unknown> {
  return has(source, 'next') && has(source, 'return')
}

/** Whether it is an object with a method of this name. */
function has(source: unknown, method: string): boolean {
  return (
    typeof source === 'object' &&
    source !== null &&
    typeof (source as Readonly<Record<string, unknown>>)[method] === 'function'
  )
}

function ignore(): void {}
