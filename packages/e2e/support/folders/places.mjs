// Where the records and files are. The processes and the check import it.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { postgres } from '@stowage/postgres'
import { s3 } from '@stowage/s3'
import { clientConfig } from '../migrate/places.mjs'

const OPTIONS = { advanced: { sweepEveryMs: false } }

/** Opens the store: a directory, or PostgreSQL for its records when a URL is given, and then S3 for its files when one is given. */
export function openPlace({ directory, url, schema, bucket, s3: server }, options = {}) {
  return openAssetStore({
    directory,
    ...(url !== undefined && { records: postgres({ url, schema }) }),
    ...(server !== undefined && {
      files: s3({
        bucket,
        staging: path.join(directory, 'staging'),
        config: clientConfig(server),
      }),
    }),
    ...OPTIONS,
    ...options,
  })
}

/** The tenants, and who is whose scope: `null` is the app itself. */
export const VIEWS = [
  { tenant: 'busy', createdBy: null },
  { tenant: 'busy', createdBy: 'ann' },
  { tenant: 'busy', createdBy: null },
  { tenant: 'other', createdBy: 'ann' },
]

export function viewOf(store, { tenant, createdBy }) {
  const view = store.for({ tenant })
  return createdBy === null ? view : view.for({ scope: { createdBy } })
}
