import { Readable } from 'node:stream'
import type { BlobStore } from '@stowage/core/ports'

/** Blobs that count what was read of them as a stream. */
export interface WatchedBlobs {
  readonly blobs: BlobStore
  /** Bytes that streams have given out so far. */
  bytesRead(): number
}

export function watchBlobs(blobs: BlobStore): WatchedBlobs {
  let bytes = 0

  async function* counted(body: Readable): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      yield chunk
    }
  }

  const read: BlobStore['read'] = async (key, options) => {
    const body = await blobs.read(key, options)
    if (!(body instanceof Readable)) return body
    const stream = Readable.from(counted(body), { objectMode: false })
    // A generator that was never started does not close what it would read.
    return stream.once('close', () => body.destroy())
  }

  return {
    bytesRead: () => bytes,
    blobs: new Proxy(blobs, {
      get(target, name) {
        if (name === 'read') return read
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }
}
