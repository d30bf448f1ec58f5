import { etagOf } from './contents.mjs'

/**
 * What is wrong with an answer; `null` for nothing. `asked`: `kind`, and the copy that a condition names, if any.
 * `history` and `from`: what could be served when it was.
 */
export function wrongOf({ status, headers, bytes }, asked, history, from) {
  const possible = history.since(from)
  const { kind, copy = null } = asked
  if (status === 304) return wrongOfUnchanged(asked, possible, history, from)
  if (status === 412) {
    const isDue = kind === 'if-match' && possible.some(({ etag }) => etag !== copy.etag)
    return isDue ? null : 'refuses a condition that held'
  }
  if (status === 416) {
    const isOne = possible.some(
      (each) => headers['content-range'] === `bytes */${each.bytes.length}`,
    )
    return isOne ? null : 'names a length that no content had'
  }
  if (status !== 200 && status !== 206) return `is ${status}`
  const content = possible.find(({ etag }) => etag === headers.etag)
  if (kind === 'variant') return wrongOfVariant({ headers, bytes }, possible)
  if (content === undefined) return 'has the ETag of a content that it could not have'
  if (kind === 'head') {
    return headers['content-length'] === `${content.bytes.length}` ? null : 'has another length'
  }
  const [start, end] = status === 206 ? [asked.start, asked.end] : [0, Infinity]
  const part = content.bytes.subarray(start, end)
  if (headers['content-length'] !== `${part.length}`) return 'has the length of another content'
  if (status === 206) {
    const total = content.bytes.length
    const range = `bytes ${start}-${start + part.length - 1}/${total}`
    if (headers['content-range'] !== range) return 'names the range of another content'
    if (kind.startsWith('if-range') && copy.etag !== content.etag) {
      return 'goes on with a copy of another content'
    }
  }
  return bytes.equals(part) ? null : 'has bytes of another content'
}

function wrongOfUnchanged({ kind, copy }, possible, history, from) {
  if (kind === 'if-none-match' && possible.some(({ etag }) => etag === copy.etag)) return null
  if (kind === 'if-modified-since' && history.isNewOf(from, copy.lastModified)) return null
  return 'says that an old copy is new'
}

function wrongOfVariant({ headers, bytes }, possible) {
  if (!possible.some(({ thumbnail }) => thumbnail.equals(bytes))) {
    return 'is a variant of a content that it could not have'
  }
  return headers.etag === etagOf(bytes) ? null : 'is a variant with the ETag of another'
}
