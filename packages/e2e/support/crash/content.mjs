import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const CHUNK = 64 * 1024

/**
 * The bytes of one upload, told from all others by its token: a text of that many bytes, or the picture
 * when one is given, with the token behind its end.
 */
export function contentOf(token, size, picture) {
  const bytes =
    picture === null
      ? Buffer.alloc(size, `${token}\n`)
      : Buffer.concat([readFileSync(picture), Buffer.from(token)])
  return { bytes, size: bytes.length, sha256: sha256Of(bytes) }
}

export function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/** As a network gives them: in chunks, with what else there is to do in between. */
export async function* inChunks(bytes, pause = () => new Promise(setImmediate)) {
  for (let start = 0; start < bytes.length; start += CHUNK) {
    yield bytes.subarray(start, start + CHUNK)
    await pause()
  }
}

/** What an upload is known by, whatever else its name says. */
export function tokenOf(name) {
  return name.slice(0, name.indexOf('.'))
}
