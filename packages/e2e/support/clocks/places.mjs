// Where the records and files of the three processes are. The processes and the check import it.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { sqlite } from '@stowage/core/sqlite'
import { switchingMetadata } from '@stowage/migrate'
import { postgres } from '@stowage/postgres'

/** The ports of records that move from SQLite to PostgreSQL. */
export async function openMove({ directory, postgresUrl, schema }, clock) {
  return {
    from: await sqlite({ file: path.join(directory, 'stowage.db') }).open({ clock }),
    to: await postgres({ url: postgresUrl, schema }).open(),
  }
}

/**
 * Opens the store: a folder, or PostgreSQL for its records when a URL is given, or both when they move. `clock` is of
 * this process.
 */
export async function openPlace(places, clock, onError) {
  const { directory, postgresUrl, schema, moves } = places
  const options = { advanced: { clock, sweepEveryMs: 500 }, onError, trash: { retentionDays: 1 } }
  if (postgresUrl === null) return openAssetStore({ directory, ...options })
  // PostgreSQL uses its own clock: the clock of the process decides nothing.
  const records = moves
    ? { open: async () => switchingMetadata(await openMove(places, clock)) }
    : postgres({ url: postgresUrl, schema })
  return openAssetStore({ records, files: blobsOf(places), ...options })
}

/** The files of the store. */
export function blobsOf({ directory, postgresUrl }) {
  const within = postgresUrl === null ? directory : path.join(directory, 'files')
  return disk({ directory: within })
}
