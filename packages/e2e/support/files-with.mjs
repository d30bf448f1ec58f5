import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Paths of the files below a folder that hold this text, or have it in their name, in any case of its letters. */
export async function filesWith(directory, text) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const found = []
  for (const entry of entries) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const isHeld =
      entry.isFile() && (await readFile(file)).toString('latin1').toLowerCase().includes(text)
    if (isHeld || entry.name.includes(text)) found.push(path.relative(directory, file))
  }
  return found
}
