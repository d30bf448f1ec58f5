import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * What a tool said of its library, in `library.json` of its folder: `version`, and `files` in the order in which they were
 * given to it.
 */
export async function readLibrary(directory) {
  return JSON.parse(await readFile(path.join(directory, 'library.json'), 'utf8'))
}

/** How many files there are below a folder. */
export async function countFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}
