import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** SHA-256 of a file on the disk, lower-case hex. */
export async function fingerprint(path: string | Buffer, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), hash, { signal })
  return hash.digest('hex')
}
