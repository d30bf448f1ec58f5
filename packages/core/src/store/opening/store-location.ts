import { join, resolve } from 'node:path'
import { requirePath } from '../../arguments/require-path.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import type { StowageError } from '../../errors/stowage-error.ts'
import { disk } from '../../filesystem/blobs/blobs.ts'
import { assertWritable, makeWritableFolder } from '../../filesystem/io/writable.ts'
import { DATABASE } from '../../maintenance/backup/database-file.ts'
import type { Check, OptionChecks } from '../../options/check-options.ts'
import { having, integer, oneOf, path } from '../../options/checks.ts'
import type { RecordsLocation } from '../../ports/records-location.ts'
import type { SqliteDriver } from '../../sqlite/driver/driver.ts'
import type { Staging } from '../../staging/staging.ts'

/**
 * Where a store is: all of it in a folder (`directory`), or with separate locations for records and files. Parts
 * without a location are in the folder.
 */
export interface StoreLocation {
  /**
   * Holds the parts that no other option locates: the database, the files, and waiting large uploads. Made when it does
   * not exist, unless `readOnly`. Must be on a local disk.
   */
  readonly directory?: string
  /** Where the records are, such as `postgres({ url })`. Default: a SQLite database in `directory`. */
  readonly records?: RecordsLocation
  /** Where the files are, such as `s3({ bucket, staging })`. Default: in `directory`. */
  readonly files?: BlobStore
  /**
   * Where uploads over 256 KiB wait until they are stored: a folder on a local disk, made when missing. Default: the
   * staging of `files`, else in `directory`.
   */
  readonly staging?: string | Staging
  /**
   * Which SQLite opens the database in `directory`. Default `auto`: better-sqlite3 when it loads, else `node:sqlite`. On
   * Node 24 and later `auto` passes over better-sqlite3 12, which may end the process there, and takes 13.
   */
  readonly sqlite?: SqliteDriver | 'auto'
  /**
   * Bytes that uploads leave free on each local volume of the store, so that assets can still be deleted from a full
   * one. An upload that would use them is refused (`insufficient_storage`); deletions continue. 0: none. Default 64
   * MiB, or a tenth of a volume smaller than 640 MiB.
   */
  readonly keepFree?: number
}

const stagingArea: Check = (value, name) => {
  if (typeof value === 'string') requirePath(name, value)
  else having('a folder, such as ./staging', 'create')(value, name)
}

/** The check of each option of a location. */
export const LOCATION_OPTIONS: OptionChecks<StoreLocation> = {
  directory: path,
  records: having('where records are, such as postgres({ url })', 'open'),
  files: having('where files are, such as s3({ bucket, staging })', 'put', 'read', 'delete'),
  staging: stagingArea,
  sqlite: oneOf('auto', 'better-sqlite3', 'node:sqlite'),
  keepFree: integer(0, Number.MAX_SAFE_INTEGER),
}

/** The parts of a store, with nothing opened or made yet. */
export interface StoreParts {
  readonly records: RecordsLocation
  readonly files: BlobStore
  readonly staging: Staging
  /** Makes the folder of the store when it is missing. `invalid_argument` when this process cannot write in it. */
  prepare(): Promise<void>
}

/** `invalid_argument` when a part has no location, or `sqlite` has no effect. */
export function partsOf(location: StoreLocation): StoreParts {
  const { directory, sqlite: driver, keepFree } = location
  if (driver !== undefined && location.records !== undefined) {
    throw invalidArgument('sqlite', 'sqlite has no effect beside records. Pass one of them.')
  }
  const filesIn = (folder: string) =>
    disk({ directory: folder, ...(keepFree !== undefined && { keepFree }) })
  const root = directory === undefined ? null : resolve(directory)
  const inside = root === null ? null : filesIn(root)
  const files = location.files ?? inside
  const waiting = typeof location.staging === 'string' ? resolve(location.staging) : null
  const staging =
    waiting === null
      ? ((location.staging as Staging | undefined) ?? files?.staging ?? inside?.staging)
      : filesIn(waiting).staging
  const records = location.records ?? (root && sqliteIn(root, driver))
  if (!records || !files || !staging) throw unplaced({ records, files })
  return {
    records,
    files,
    staging,
    async prepare() {
      if (root !== null) await makeFolders(root)
      if (waiting !== null) await makeWritableFolder('staging', waiting)
    },
  }
}

/** Loads SQLite when it is opened: a store on another database needs none. */
function sqliteIn(root: string, driver: SqliteDriver | 'auto' = 'auto'): RecordsLocation {
  return {
    async open(how) {
      const { sqlite } = await import('../../sqlite/metadata/open-sqlite-metadata.ts')
      return sqlite({ file: join(root, DATABASE), driver }).open(how)
    },
  }
}

function unplaced({ records, files }: { records: unknown; files: unknown }): StowageError {
  if (!records) {
    const message =
      'Say where the store is: `directory`, a folder for all of it, or `records` and `files`, such as postgres({ url }) and s3({ bucket, staging }).'
    return invalidArgument('directory', message)
  }
  if (!files) {
    const message =
      'Say where the files are: `files`, such as s3({ bucket, staging }), or `directory`, a local folder.'
    return invalidArgument('files', message)
  }
  const message =
    'Uploads over 256 KiB wait on a local disk until they are stored. Name a folder for them: `staging`, or `directory`.'
  return invalidArgument('staging', message)
}

/** Makes the folder, and checks those that an earlier process made in it, perhaps as another user. */
async function makeFolders(root: string): Promise<void> {
  await makeWritableFolder('directory', root)
  for (const name of ['blobs', 'staging', 'quarantine']) {
    await assertWritable('directory', join(root, name))
  }
}
