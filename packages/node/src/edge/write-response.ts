import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ApiResponse } from '@stowage/api'
import type { Client } from './client.ts'
import { isHttp2Response, type NodeResponse } from './node-messages.ts'

export interface WriteOptions {
  readonly client: Client
  /** Milliseconds in which nothing moves after which the answer is broken off. */
  readonly stallTimeout: number
  /** Whether the connection ends with this answer. HTTP/2 has no such header. Default `false`. */
  readonly close?: boolean
  /** Hears why a body could not be read to its end. Not called when it is the client that went away. */
  readonly onBodyError?: (error: Error) => void
}

/**
 * Writes the answer. A stream goes out as fast as the client takes it; when it fails, the connection
 * (HTTP/2: the stream) is destroyed, for a cut answer must not look complete; when the client goes
 * away, or takes nothing for too long, it is destroyed. Resolves when the answer is on its way or broke off; never rejects.
 */
export async function writeResponse(
  { status, headers, body }: ApiResponse,
  res: NodeResponse,
  { client, stallTimeout, close = false, onBodyError }: WriteOptions,
): Promise<void> {
  // The compatibility API's response is no true Writable; the stream below it is.
  const sink = isHttp2Response(res) ? res.stream : res
  if (client.isGone || sink.destroyed) {
    if (body instanceof Readable) body.destroy()
    return
  }
  // Node's own measure of a connection in use: it also sees a long write advance.
  const limitStalls = () => sink.setTimeout(stallTimeout, () => sink.destroy())
  res.writeHead(status, close ? { ...headers, connection: 'close' } : headers)
  if (body instanceof Readable) {
    limitStalls()
    body.once('error', (error) => {
      if (!client.isGone && !sink.destroyed) onBodyError?.(error)
    })
    // Whoever must know has been told; the pipeline has destroyed both ends.
    await pipeline(body, sink, { signal: client.signal }).catch(() => {})
  } else {
    if (body === null) res.end()
    else res.end(body)
    // Most answers are in the system's hands at once; others wait for the socket, or in a middleware.
    if (!sink.writableFinished) limitStalls()
  }
}
