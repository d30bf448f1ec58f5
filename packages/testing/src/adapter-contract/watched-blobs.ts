import { Readable } from 'node:stream'
import type { BlobStore, Turn } from '@stowage/core/ports'

/** Blobs that count the bytes read from their streams. */
export interface WatchedBlobs {
  readonly blobs: BlobStore
  /** Bytes that streams have given out so far. */
  bytesRead(): number
  /** The callers in whose turns blobs were put so far. */
  readonly callers: readonly (string | undefined)[]
}

export function watchBlobs(blobs: BlobStore): WatchedBlobs {
  let bytes = 0
  const callers: (Turn['caller'] | undefined)[] = []

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
    // A generator that was never started does not close its source.
    return stream.once('close', () => body.destroy())
  }

  const put: BlobStore['put'] = (key, file, options) => {
    callers.push(options?.turn?.caller)
    return blobs.put(key, file, options)
  }

  return {
    callers,
    bytesRead: () => bytes,
    blobs: new Proxy(blobs, {
      get(target, name) {
        if (name === 'read') return read
        if (name === 'put') return put
        const value: unknown = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  }
}
