import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'

/** What a store's directory holds beside blobs: the database, and the secret that the quickstart keeps there. */
const NO_BLOB = /^(?:stowage\.db|signing-secret$)/

/** Names of the files in a store's directory that are blobs, or what is left of them. */
export async function filesBelow(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !NO_BLOB.test(entry.name))
    .map((entry) => path.parse(entry.name).name)
    .sort()
}

/** The same, when none is left or a minute has passed: what is purged is deleted behind the answer. */
export async function filesLeftBelow(directory) {
  for (let look = 0; ; look += 1) {
    const left = await filesBelow(directory)
    if (left.length === 0 || look === 600) return left
    await setTimeout(100)
  }
}

/** Keys of the blobs that the active assets of a store hold, in the same order. */
export async function blobsInRecords(store) {
  const keys = []
  for await (const { blobKey, variants } of store.matching({}).iterate()) {
    keys.push(blobKey, ...variants.map((variant) => variant.blobKey))
  }
  return keys.sort()
}

/** Keys of the blobs of contents that assets had, of a store's directory. */
export function blobsOfVersions(directory) {
  const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
  try {
    return database.prepare('SELECT blob_key FROM versions').pluck().all()
  } finally {
    database.close()
  }
}
