import type { ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ApiResponse, type DownloadLimits, StallWatch } from '@stowage/api'
import type { Client } from './client.ts'
import { type SessionBytes, sessionBytes } from './connection/session-bytes.ts'
import { isHttp2Response, type NodeResponse } from './node-messages.ts'

export interface WriteOptions extends DownloadLimits {
  readonly client: Client
  /** Whether the connection ends with this answer. HTTP/2 has no such header. Default `false`. */
  readonly close?: boolean
  /** Called with the reason when a body could not be read to its end. Not called when the client went away. */
  readonly onBodyError?: (error: Error) => void
  /** Called when the client has taken the first bytes of a body that is a stream. */
  readonly onTaken?: () => void
}

/** Bytes that are handed to a connection at once. An answer makes progress when the client takes them. */
const PIECE = 64 * 1024

/**
 * Writes the answer. A stream goes out as fast as the client takes it. When it fails, the connection (HTTP/2: the
 * stream) is destroyed, because a cut answer must not look complete. A body that is destroyed ends it at once. When the client goes away, or takes too little,
 * the body is destroyed. Resolves when the answer is on its way or broke off. Rejects when its head cannot be written,
 * because the app has answered already; the body is destroyed then too.
 */
export async function writeResponse(
  { status, headers, body }: ApiResponse,
  res: NodeResponse,
  options: WriteOptions,
): Promise<void> {
  const { client, close = false } = options
  // The compatibility API's response is not a true Writable; the stream below it is.
  const sink = isHttp2Response(res) ? res.stream : res
  if (client.isGone || sink.destroyed) {
    discard(body)
    return
  }
  try {
    res.writeHead(status, close ? { ...headers, connection: 'close' } : headers)
  } catch (error) {
    discard(body)
    throw error
  }
  if (body instanceof Readable) {
    await writeStream(body, sink, options)
  } else if (body !== null && body.length > PIECE) {
    await writeStream(Readable.from([Buffer.from(body)]), sink, options)
  } else {
    if (body === null) res.end()
    else res.end(body)
    // Most answers are in the system's hands at once; others wait for the socket, or in a middleware.
    if (!sink.writableFinished) limitWait(sink, options)
  }
}

function discard(body: ApiResponse['body']): void {
  if (body instanceof Readable) body.destroy()
}

type Sink = ServerResponse | ServerHttp2Stream

async function writeStream(body: Readable, sink: Sink, options: WriteOptions): Promise<void> {
  const { client, onBodyError, onTaken = () => {} } = options
  body.once('error', (error) => {
    if (!client.isGone && !sink.destroyed) onBodyError?.(error)
  })
  // The pipeline sees that the body was cut only once the client takes more.
  body.once('close', () => {
    if (!body.readableEnded && body.errored === null) sink.destroy()
  })
  // A body that waits for its own bytes gets no other event when the client leaves.
  sink.once('close', () => body.destroy())
  const watch = new StallWatch(options, () => sink.destroy())
  const afterPiece = () => {
    // A small piece stays in the sink's buffer, whether or not the client takes it.
    if (sink.writableLength === 0) onTaken()
  }
  const pieces = piecesOf(chunksOf(body, sink, client.signal), watch, afterPiece)
  // The error was reported already, and the pipeline has destroyed both ends.
  await pipeline(pieces, sink, { signal: client.signal }).catch(() => {})
  watch.stop()
}

/** The chunks of a body. For an HTTP/2 session, they are read only as far as its other answers leave room. */
function chunksOf(body: Readable, sink: Sink, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const session = 'session' in sink ? sink.session : undefined
  return session === undefined ? body : boundedChunks(body, sessionBytes(session), signal)
}

async function* boundedChunks(
  body: Readable,
  bytes: SessionBytes,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  while (true) {
    await bytes.room(signal)
    let held = 0
    try {
      const { done, value } = await chunks.next()
      if (done === true) return
      held = value.byteLength
      bytes.hold(held)
      yield value
    } finally {
      bytes.release(held)
    }
  }
}

/** Watches how long the client takes, not how long reading its bytes takes. */
async function* piecesOf(
  body: AsyncIterable<Uint8Array>,
  watch: StallWatch,
  afterPiece: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      const piece = chunk.subarray(at, at + PIECE)
      watch.wait()
      yield piece
      watch.took(piece.length)
      afterPiece()
    }
  }
  watch.wait()
}

function limitWait(sink: Sink, limits: DownloadLimits): void {
  const watch = new StallWatch(limits, () => sink.destroy())
  const stop = () => watch.stop()
  watch.wait()
  sink.once('close', stop).once('finish', stop)
}
