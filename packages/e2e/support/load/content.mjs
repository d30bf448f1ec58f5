import { createCipheriv, createHash } from 'node:crypto'
import path from 'node:path'

const CHUNK = 64 * 1024

/**
 * The bytes of one upload, unique by its token: a text of that many bytes; with `binary`, as many that look random; with
 * `picture`, its bytes with the token behind their end.
 */
export function contentOf(token, size, { binary = false, picture = null } = {}) {
  const bytes =
    picture !== null
      ? Buffer.concat([picture, Buffer.from(token)])
      : binary
        ? noiseOf(token, size)
        : Buffer.alloc(size, `${token}\n`)
  return { bytes, size: bytes.length, sha256: sha256Of(bytes) }
}

/** The bytes that an asset of the load was uploaded with; not those of a picture. */
export function bytesOf({ name, size }) {
  return contentOf(tokenOf(name), size, { binary: path.extname(name) === '.bin' }).bytes
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

function noiseOf(token, size) {
  const key = createHash('sha256').update(token).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(size))
}
