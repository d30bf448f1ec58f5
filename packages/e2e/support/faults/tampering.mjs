import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import Database from 'better-sqlite3'

/** What a store must never look like, and as what a comparison must notice it. */
export const tamperings = {
  'a missing blob': { noticedAs: 'half', tamper: async (top) => rm(blobOf(top)) },
  'a changed byte': {
    noticedAs: 'half',
    async tamper(top) {
      const file = blobOf(top)
      const bytes = await readFile(file)
      bytes[0] ^= 1
      await writeFile(file, bytes)
    },
  },
  'a lost record': {
    noticedAs: 'lost',
    tamper: async (top) =>
      sql(top, 'DELETE FROM assets WHERE rowid = (SELECT max(rowid) FROM assets)'),
  },
  'assets that changed places with the trash': {
    noticedAs: 'lost',
    tamper: async (top) =>
      sql(top, 'UPDATE assets SET trashed_at = CASE WHEN trashed_at IS NULL THEN 1 END'),
  },
  'favourites that are none': {
    noticedAs: 'lost',
    tamper: async (top) => sql(top, 'UPDATE assets SET is_favourite = 1 - is_favourite'),
  },
  'a lost folder': {
    noticedAs: 'lost',
    tamper: async (top) => sql(top, 'DELETE FROM folders WHERE id = (SELECT max(id) FROM folders)'),
  },
  'a folder at another depth': {
    noticedAs: 'half',
    tamper: async (top) => sql(top, 'UPDATE folders SET depth = depth + 1 WHERE depth < 32'),
  },
  'a stray blob': {
    noticedAs: 'leaked',
    tamper: async (top) => writeFile(`${blobOf(top).slice(0, -1)}!`, 'stray'),
  },
  'a reservation left over': {
    noticedAs: 'leaked',
    tamper: reserve,
  },
}

function sql(top, statement) {
  const database = new Database(path.join(top, 'stowage.db'))
  try {
    return database.exec(statement)
  } finally {
    database.close()
  }
}

async function reserve(top) {
  const metadata = await openSqliteMetadata({ file: path.join(top, 'stowage.db') })
  await metadata.blobs.reserve(['0'.repeat(32)], { lifetime: 0 })
  await metadata.close()
}

/** The file of an asset that holds something. */
function blobOf(top) {
  const database = new Database(path.join(top, 'stowage.db'), { readonly: true })
  try {
    const key = database.prepare('SELECT blob_key FROM assets WHERE size > 0').pluck().get()
    return path.join(top, 'blobs', key.slice(0, 4), key.slice(4, 6), key)
  } finally {
    database.close()
  }
}
