// Where the records and files are. The processes and the check import it.
import path from 'node:path'
import { createAssetStore, openAssetStore } from '@stowage/core'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import { openPostgresMetadata } from '@stowage/postgres'
import { createS3Blobs } from '@stowage/s3'
import { clientConfig } from '../migrate/places.mjs'

const OPTIONS = { sweepEvery: false }

/** Opens the store: a directory, or PostgreSQL for its records when a URL is given, and then S3 for its files when one is given. */
export async function openPlace({ directory, url, schema, bucket, s3 }, options = {}) {
  const all = { ...OPTIONS, ...options }
  if (url === undefined) return openAssetStore({ directory, ...all })
  const metadata = await openPostgresMetadata({ connectionString: url, schema })
  const blobs =
    s3 === undefined
      ? createFilesystemBlobs({ directory: path.join(directory, 'files') })
      : createS3Blobs({
          bucket,
          staging: path.join(directory, 'staging'),
          config: clientConfig(s3),
        })
  return createAssetStore({ metadata, blobs, ...all })
}

/** The tenants, and who is whose scope: `null` is the app itself. */
export const VIEWS = [
  { tenant: 'busy', createdBy: null },
  { tenant: 'busy', createdBy: 'ann' },
  { tenant: 'busy', createdBy: null },
  { tenant: 'other', createdBy: 'ann' },
]

export function viewOf(store, { tenant, createdBy }) {
  const view = store.forTenant(tenant)
  return createdBy === null ? view : view.scoped({ createdBy })
}
