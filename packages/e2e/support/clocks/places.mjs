// Where the records and files of the three processes are. Of use to each of them, and to the check.
import path from 'node:path'
import { createAssetStore, openAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { openPostgresMetadata } from '@stowage/postgres'

/** Opens the store: a folder, or PostgreSQL for its records when a URL is given. `clock` is of this process. */
export async function openPlace({ directory, postgresUrl, schema }, clock, onError) {
  const options = { clock, onError, sweepEvery: 500, trash: { retentionDays: 1 } }
  if (postgresUrl === null) return openAssetStore({ directory, ...options })
  // PostgreSQL tells the time itself: the clock of the process decides nothing.
  const metadata = await openPostgresMetadata({ connectionString: postgresUrl, schema })
  const blobs = createFilesystemBlobs({ directory: path.join(directory, 'files') })
  return createAssetStore({ metadata, blobs, ...options })
}
