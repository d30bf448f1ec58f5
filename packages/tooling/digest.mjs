import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One digest of these texts, in this order. */
export function digestOf(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text.length}:${text}`)
  return hash.digest('hex')
}

/** The name and the content of a file below `root`, as one text; a missing file has one too. */
export function fileDigest(root, file) {
  const at = path.join(root, file)
  const content = existsSync(at) ? createHash('sha256').update(readFileSync(at)).digest('hex') : ''
  return `${file} ${content}`
}

/** Every file below `root/folder`, relative to `root`, sorted. Empty when there is no such folder. */
export function filesBelow(root, folder) {
  const at = path.join(root, folder)
  if (!existsSync(at)) return []
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}
