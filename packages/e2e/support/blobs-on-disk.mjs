import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Names of the files in a store's directory that are not its database: blobs, and what is left of them. */
export async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('stowage.db'))
    .map((entry) => path.parse(entry.name).name)
    .sort()
}

/** Keys of the blobs that the active assets of a store hold, in the same order. */
export async function blobsInRecords(store) {
  const keys = []
  for await (const { blobKey, variants } of store.iterate()) {
    keys.push(blobKey, ...variants.map((variant) => variant.blobKey))
  }
  return keys.sort()
}
