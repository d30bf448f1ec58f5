import { readdir } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { filesBelow } from '../blobs-on-disk.mjs'
import { reservationsLeft } from '../reservations.mjs'

/** Names of the files in staging. */
export function stagedIn(directory) {
  return readdir(path.join(directory, 'staging')).catch(() => [])
}

/** What does not belong together in a directory of blobs and its database, which nothing may have open. */
export async function leftOver([blobs, directory]) {
  const reservations = await reservationsLeft(directory)
  const left = reservations > 0 ? [`${reservations} reservations`] : []
  const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
  try {
    const expected = new Set(
      database
        .prepare('SELECT blob_key, variants FROM assets')
        .all()
        .flatMap(({ blob_key: blobKey, variants }) => [
          blobKey,
          ...JSON.parse(variants ?? '[]').map((variant) => variant.blobKey),
        ]),
    )
    const files = await filesBelow(blobs)
    for (const name of files) if (!expected.has(name)) left.push(`file ${name}`)
    for (const key of expected) if (!files.includes(key)) left.push(`no file ${key}`)
    const integrity = database.prepare('PRAGMA integrity_check').pluck().get()
    if (integrity !== 'ok') left.push(`the database: ${integrity}`)
    return left
  } finally {
    database.close()
  }
}
