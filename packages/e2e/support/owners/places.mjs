// Where the records and files are, and what time it is there. The processes and the check import it.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { sqlite } from '@stowage/core/sqlite'
import { postgres } from '@stowage/postgres'

/** An hour lasts two seconds: what is pending for an hour expires while the check runs. */
const SPEED = 1800
const HOUR = 3_600_000_000
const ADVANCED = { sweepEveryMs: false, graceMs: 7 * 24 * 3_600_000 }

/** Opens the store: a directory, or PostgreSQL for its records when a URL is given. `ahead`: hours that have passed. */
export async function openPlace(place, { ahead = () => 0, ...options } = {}) {
  const { directory, url, schema, origin } = place
  const clock = () => Math.round((origin + (Date.now() - origin) * SPEED) * 1000 + ahead() * HOUR)
  const records =
    url === undefined
      ? sqlite({ file: path.join(directory, 'stowage.db') })
      : postgres({ url, schema, clock })
  const files = disk({ directory: path.join(directory, 'files') })
  return openAssetStore({ records, files, advanced: { clock, ...ADVANCED }, ...options })
}
