import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { StoreLocation } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import type { MigratableMetadata } from '@stowage/core/internal'
import type { BlobStore, RecordsLocation } from '@stowage/core/ports'
import { sqlite } from '@stowage/core/sqlite'
import type { LocalPlace } from '../options/place.ts'
import { s3PlaceOf } from '../options/s3-url.ts'
import { loadPackage } from './optional-package.ts'

/** As `openAssetStore` calls the database in its folder. */
export const DATABASE = 'stowage.db'

/** Lies in a folder while a backup is restored into it, and names the backup. */
export const RESTORING = 'restoring'

/** What a command is going to do with the store. */
export type Access =
  /** Only looks: also for a user who may not write, and next to a process that writes. */
  | 'read'
  /** Changes a store that is there. A folder that holds none is an error: it may be a slip of the pen. */
  | 'change'
  /** Makes the store when there is none. */
  | 'create'

/** Where a store is, and what is left to tidy up once it is closed. */
export interface Located {
  readonly location: StoreLocation
  dispose(): Promise<void>
}

/** Where the store of a place is. Opens nothing, and does not look whether there is one: see `openStore`. */
export async function locateStore(place: LocalPlace): Promise<Located> {
  const { directory, postgres, s3 } = place
  const { files, dispose } = await filesOf(place)
  return {
    location: {
      ...((postgres === undefined || s3 === undefined) && { directory }),
      ...(postgres !== undefined && { records: await recordsOf(place) }),
      ...(s3 !== undefined && { files }),
    },
    dispose,
  }
}

/** Opens the records of a place to look at them. */
export async function readRecords(place: LocalPlace): Promise<MigratableMetadata> {
  return (await recordsOf(place)).open({ readOnly: true })
}

/** Where the records of a place are. */
export async function recordsOf({
  directory,
  postgres: url,
}: LocalPlace): Promise<RecordsLocation<MigratableMetadata>> {
  if (url === undefined) return sqlite({ file: path.join(directory, DATABASE) })
  const { postgres } = await loadPackage(
    '@stowage/postgres',
    '--postgres',
    () => import('@stowage/postgres'),
  )
  return postgres({ url })
}

/** The files of a place. */
export async function filesOf(
  place: LocalPlace,
): Promise<{ readonly files: BlobStore; dispose(): Promise<void> }> {
  if (place.s3 === undefined) {
    return { files: disk({ directory: place.directory }), dispose: async () => {} }
  }
  const { s3 } = await loadPackage('@stowage/s3', '--s3', () => import('@stowage/s3'))
  const { bucket, prefix, endpoint, region } = s3PlaceOf(place.s3)
  const { staging, dispose } = await stagingOf(place)
  const files = s3({
    bucket,
    staging,
    ...(prefix !== undefined && { prefix }),
    config: {
      ...(region !== undefined && { region }),
      // Other storage has seldom a host name for each bucket, and no regions.
      ...(endpoint !== undefined && {
        endpoint,
        forcePathStyle: true,
        region: region ?? 'us-east-1',
      }),
    },
  })
  return { files, dispose }
}

/** Where large uploads wait: in the directory, or in one that ends with the command. */
async function stagingOf({ directory, isDirectoryGiven, postgres }: LocalPlace) {
  if (isDirectoryGiven || postgres === undefined) {
    return { staging: path.join(directory, 'staging'), dispose: async () => {} }
  }
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  return { staging, dispose: () => rm(staging, { recursive: true, force: true }) }
}
