// Where the jobs are: a folder with SQLite, or a schema of PostgreSQL when a URL is given.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { sqlite } from '@stowage/core/sqlite'
import { postgres } from '@stowage/postgres'

/** Milliseconds, longer than the lease of a job and than the wait for its second attempt. */
export const AHEAD = 120_000

/** The records of the store, and the clock that they count by. `ahead`: milliseconds; 0 leaves the database's own clock. */
function recordsOf({ directory, url, schema }, ahead) {
  const clock = ahead === 0 ? undefined : () => (Date.now() + ahead) * 1000
  const records =
    url === undefined
      ? sqlite({ file: path.join(directory, 'stowage.db') })
      : postgres({ url, schema, ...(clock && { clock }) })
  return { records, ...(clock && { clock }) }
}

export async function openPlace(place, { ahead = 0, ...options } = {}) {
  const { records, clock } = recordsOf(place, ahead)
  const files = disk({ directory: path.join(place.directory, 'files') })
  const advanced = { sweepEveryMs: false, ...(clock && { clock }) }
  return openAssetStore({ records, files, advanced, ...options })
}

/** The port of the records alone. */
export async function openRecords(place, ahead = 0) {
  const { records, clock } = recordsOf(place, ahead)
  return records.open(clock && { clock })
}
