import { createHash } from 'node:crypto'

/** Characters of an external id. */
const MAX_LENGTH = 255

/** A path as an external id, the same at every run. A longer one, or one with control characters, is hashed. */
export function externalIdOfPath(path: string): string {
  const text = path.toWellFormed()
  if (text === path && /^\P{Cc}+$/u.test(text) && [...text].length <= MAX_LENGTH) return text
  return `sha256:${createHash('sha256').update(path).digest('hex')}`
}
