import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * The files in the folder that `STOWAGE_CORPUS` names: `truth.json` lists for each its name, what it is, and which
 * answers are right; `files/` contains them. Throws when the variable is not set.
 */
export async function corpus() {
  const folder = process.env.STOWAGE_CORPUS
  if (!folder) throw new Error('Set STOWAGE_CORPUS to a folder with truth.json and files/.')
  const truth = JSON.parse(await readFile(path.join(folder, 'truth.json'), 'utf8'))
  return truth.map((entry) => ({
    path: path.join(folder, 'files', entry.file),
    name: entry.name,
    category: entry.category,
    mimeTypes: entry.accept_mime.map(asPattern),
    extensions: entry.accept_ext.map((extension) => extension.toLowerCase()),
    categories: entry.accept_category,
    width: entry.width,
    height: entry.height,
    duration: entry.duration_s,
  }))
}

/** Which answers are right by the truth; `undefined` where the truth has none. */
export function isRight(entry, found) {
  const mimeType = found.mimeType?.split(';')[0].trim().toLowerCase() ?? ''
  const off = Math.abs((found.duration ?? Number.NaN) - entry.duration)
  return {
    mimeType: entry.mimeTypes.some((pattern) => pattern.test(mimeType)),
    extension: entry.extensions.includes(found.extension?.toLowerCase()),
    category: entry.categories.includes(found.category),
    size: entry.width ? found.width === entry.width && found.height === entry.height : undefined,
    duration: entry.duration ? off <= Math.max(0.05, entry.duration / 100) : undefined,
  }
}

/** `text/*` and the like. */
function asPattern(mimeType) {
  const escaped = mimeType.toLowerCase().replace(/[.+]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${escaped}$`)
}
