import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StoreLocation } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { BlobStore, RecordsLocation } from '@stowage/core/ports'
import { sqlite } from '@stowage/core/sqlite'
import type { LocalLocation } from '../options/location.ts'
import { s3LocationOf } from '../options/s3-url.ts'
import { loadPackage } from './optional-package.ts'

/** The name that `openAssetStore` gives the database in its folder. */
export const DATABASE = 'stowage.db'

/** A file in a folder while a backup is restored into it; names the backup. */
export const RESTORING = 'restoring'

/** What a command is going to do with the store. */
export type Access =
  /** Only reads: even for a user who may not write, and next to a process that writes. */
  | 'read'
  /** Changes an existing store. A folder without one is an error: it may be a typo. */
  | 'change'
  /** Makes the store when there is none. */
  | 'create'

/** Where a store is, and how to clean up once it is closed. */
export interface Located {
  readonly storeLocation: StoreLocation
  dispose(): Promise<void>
}

/** The store at a location. Opens nothing, and does not check that a store exists: see `openStore`. */
export async function locateStore(location: LocalLocation): Promise<Located> {
  const { directory, postgres, s3 } = location
  const { files, dispose } = await filesOf(location)
  return {
    storeLocation: {
      ...((postgres === undefined || s3 === undefined) && { directory }),
      ...(postgres !== undefined && { records: await recordsOf(location) }),
      ...(s3 !== undefined && { files }),
    },
    dispose,
  }
}

/** Opens the records of a location to read them. */
export async function readRecords(location: LocalLocation): Promise<MigratableMetadata> {
  return (await recordsOf(location)).open({ readOnly: true })
}

/** Where the records of a location are. */
export async function recordsOf({
  directory,
  postgres: url,
}: LocalLocation): Promise<RecordsLocation<MigratableMetadata>> {
  if (url === undefined) return sqlite({ file: path.join(directory, DATABASE) })
  const { postgres } = await loadPackage(
    '@stowage/postgres',
    '--postgres',
    () => import('@stowage/postgres'),
  )
  return postgres({ url })
}

/** The files of a location. */
export async function filesOf(
  location: LocalLocation,
): Promise<{ readonly files: BlobStore; dispose(): Promise<void> }> {
  if (location.s3 === undefined) {
    return { files: disk({ directory: location.directory }), dispose: async () => {} }
  }
  const { s3 } = await loadPackage('@stowage/s3', '--s3', () => import('@stowage/s3'))
  const { bucket, prefix, endpoint, region } = s3LocationOf(location.s3)
  const { staging, dispose } = await stagingOf(location)
  const files = s3({
    bucket,
    staging,
    ...(prefix !== undefined && { prefix }),
    config: {
      ...(region !== undefined && { region }),
      // Other storage seldom has a host name for each bucket, and has no regions.
      ...(endpoint !== undefined && {
        endpoint,
        forcePathStyle: true,
        region: region ?? 'us-east-1',
      }),
    },
  })
  return { files, dispose }
}

/** Where large uploads wait: in the directory, or in one that is removed when the command ends. */
async function stagingOf({ directory, isDirectoryGiven, postgres }: LocalLocation) {
  if (isDirectoryGiven || postgres === undefined) {
    return { staging: path.join(directory, 'staging'), dispose: async () => {} }
  }
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  return { staging, dispose: () => rm(staging, { recursive: true, force: true }) }
}
