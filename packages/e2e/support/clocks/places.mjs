// Where the records and files of the three processes are. The processes and the check import it.
import path from 'node:path'
import { createAssetStore, openAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import { switchingMetadata } from '@stowage/migrate'
import { openPostgresMetadata } from '@stowage/postgres'

/** The ports of records that move from SQLite to PostgreSQL. */
export async function openMove({ directory, postgresUrl, schema }, clock) {
  return {
    from: await openSqliteMetadata({ file: path.join(directory, 'stowage.db'), clock }),
    to: await openPostgresMetadata({ connectionString: postgresUrl, schema }),
  }
}

/**
 * Opens the store: a folder, or PostgreSQL for its records when a URL is given, or both when they move. `clock` is of
 * this process.
 */
export async function openPlace(places, clock, onError) {
  const { directory, postgresUrl, schema, moves } = places
  const options = { clock, onError, sweepEvery: 500, trash: { retentionDays: 1 } }
  if (postgresUrl === null) return openAssetStore({ directory, ...options })
  // PostgreSQL uses its own clock: the clock of the process decides nothing.
  const metadata = moves
    ? switchingMetadata(await openMove(places, clock))
    : await openPostgresMetadata({ connectionString: postgresUrl, schema })
  return createAssetStore({ metadata, blobs: blobsOf(places), ...options })
}

/** The files of the store. */
export function blobsOf({ directory, postgresUrl }) {
  const within = postgresUrl === null ? directory : path.join(directory, 'files')
  return createFilesystemBlobs({ directory: within })
}
