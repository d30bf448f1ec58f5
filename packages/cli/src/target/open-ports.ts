import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFilesystemBlobs } from '@stowage/core/filesystem'
import type { BlobStore, MigratableMetadata } from '@stowage/core/ports'
import { openSqliteMetadata } from '@stowage/core/sqlite'
import type { LocalPlace } from '../options/place.ts'
import { s3PlaceOf } from '../options/s3-url.ts'
import { loadPackage } from './optional-package.ts'

/** As `openAssetStore` calls the database in its folder. */
export const DATABASE = 'stowage.db'

/** Lies in a folder while a backup is restored into it, and names the backup. */
export const RESTORING = 'restoring'

/** The two ports of a store, and what is left to tidy up once the store is closed. */
export interface Ports {
  readonly metadata: MigratableMetadata
  readonly blobs: BlobStore
  dispose(): Promise<void>
}

/** What a command is going to do with the store. */
export type Access =
  /** Only looks: also for a user who may not write, and next to a process that writes. */
  | 'read'
  /** Changes a store that is there. A folder that holds none is an error: it may be a slip of the pen. */
  | 'change'
  /** Makes the store when there is none. */
  | 'create'

/** Opens records and files of a place. Does not look whether a store is there: see `openStore`. */
export async function openPorts(place: LocalPlace, access: Access): Promise<Ports> {
  const readOnly = access === 'read'
  const { directory } = place
  const needsDirectory = place.postgres === undefined || place.s3 === undefined
  if (needsDirectory && !readOnly) await mkdir(directory, { recursive: true })
  const metadata = await openMetadata(place, readOnly)
  try {
    return { metadata, ...(await openBlobs(place)) }
  } catch (error) {
    await metadata.close()
    throw error
  }
}

/** Opens the records of a place. */
export async function openMetadata(
  { directory, postgres }: LocalPlace,
  readOnly: boolean,
): Promise<MigratableMetadata> {
  if (postgres === undefined) {
    return openSqliteMetadata({ file: path.join(directory, DATABASE), readOnly })
  }
  const { openPostgresMetadata } = await loadPackage(
    '@stowage/postgres',
    '--postgres',
    () => import('@stowage/postgres'),
  )
  return openPostgresMetadata({ connectionString: postgres, readOnly })
}

/** Opens the files of a place. */
export async function openBlobs(place: LocalPlace): Promise<Pick<Ports, 'blobs' | 'dispose'>> {
  const { directory, s3 } = place
  if (s3 === undefined) {
    return { blobs: createFilesystemBlobs({ directory }), dispose: async () => {} }
  }
  const { createS3Blobs } = await loadPackage('@stowage/s3', '--s3', () => import('@stowage/s3'))
  const { bucket, prefix, endpoint, region } = s3PlaceOf(s3)
  const { staging, dispose } = await stagingOf(place)
  const blobs = createS3Blobs({
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
  return { blobs, dispose }
}

/** Where large uploads wait: in the directory, or in one that ends with the command. */
async function stagingOf({ directory, isDirectoryGiven, postgres }: LocalPlace) {
  if (isDirectoryGiven || postgres === undefined) {
    return { staging: path.join(directory, 'staging'), dispose: async () => {} }
  }
  const staging = await mkdtemp(path.join(tmpdir(), 'stowage-'))
  return { staging, dispose: () => rm(staging, { recursive: true, force: true }) }
}
