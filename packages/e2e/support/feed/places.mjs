// Where the records and files are. The processes and the check import it.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { sqlite } from '@stowage/core/sqlite'
import { postgres } from '@stowage/postgres'

/** Whose changes the feed tells. */
export const TENANTS = ['one', 'two']

/** Opens the store: a directory, or PostgreSQL for its records when a URL is given. */
export function openPlace({ directory, url, schema }) {
  const records =
    url === undefined
      ? sqlite({ file: path.join(directory, 'stowage.db') })
      : postgres({ url, schema })
  const files = disk({ directory: path.join(directory, 'files') })
  return openAssetStore({ records, files, advanced: { sweepEveryMs: false } })
}
