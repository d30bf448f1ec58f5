import { dirname, resolve } from 'node:path'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { isStowageError } from '../../errors/stowage-error.ts'
import { assertWritable } from '../../filesystem/io/writable.ts'
import { checkOptions, type OptionChecks, required } from '../../options/check-options.ts'
import { integer, oneOf, path } from '../../options/checks.ts'
import {
  OPEN_RECORDS_OPTIONS,
  type OpenRecordsOptions,
  type RecordsLocation,
} from '../../ports/records-location.ts'
import { refusingUndefined } from '../../ports/refuse-undefined.ts'
import type { MigratableMetadata } from '../../ports/transfer.ts'
import { wallClock } from '../../time/timestamp.ts'
import { createBackups } from '../backup/backup.ts'
import { refuseNetworkFileSystem } from '../connection/network-file-system.ts'
import type { SqliteDriver } from '../driver/driver.ts'
import { findDriver } from '../driver/find-driver.ts'
import { createFinder } from '../finding/finder.ts'
import { openConnections, openReadOnlyConnections } from './open-connections.ts'
import { createRoles } from './roles.ts'
import { createTransfer } from './transfer.ts'

/** Milliseconds: SQLite keeps this as a 32-bit number. */
const MAX_BUSY_TIMEOUT = 2 ** 31 - 1

/** Where the database is. */
export interface SqliteOptions {
  /** The database; made when missing, in a directory that exists on a local disk. */
  readonly file: string
  /** Default `auto`: better-sqlite3 when it can be loaded, else node:sqlite (Node ≥ 22.16). */
  readonly driver?: SqliteDriver | 'auto'
  /** Milliseconds to wait for the lock of another process before `unavailable`. Default 5000. */
  readonly busyTimeout?: number
}

interface OpenSqliteOptions extends SqliteOptions, OpenRecordsOptions {}

const SQLITE_OPTIONS: OptionChecks<SqliteOptions> = {
  file: required(path),
  driver: oneOf('auto', 'better-sqlite3', 'node:sqlite'),
  busyTimeout: integer(0, MAX_BUSY_TIMEOUT),
}

const OPEN_OPTIONS: OptionChecks<OpenSqliteOptions> = {
  ...SQLITE_OPTIONS,
  ...OPEN_RECORDS_OPTIONS,
}

/**
 * Records in one SQLite file, which is made or migrated first when needed. Any number of processes on one machine may
 * share it; the empty file `<file>-lock` shows them that others have it open.
 *
 * A worker thread does all writes and commits in groups, synced to the disk (`synchronous=FULL` in WAL mode). This
 * thread only reads; a third thread finds lists that filter or sort. So neither a slow disk nor another process that
 * holds the lock blocks the event loop; only making a new database lets this thread wait for three syncs. Threads start
 * when they are needed: the writing thread with the first write, or at most 100 ms after the opening. If it cannot
 * start, the first write reports why. An idle worker does not keep the process alive.
 *
 * `open` rejects with `sqlite_unavailable` when no driver can be loaded, `database_too_new`, `unavailable` when the
 * file cannot be opened, `insufficient_storage` when the disk is too full for that. `invalid_argument` when the file
 * belongs to another application, is on a network file system, has no existing directory, cannot be written by this
 * user, or is no file (`:memory:`). With `readOnly` also `invalid_argument` when there is no database, and
 * `unavailable` when the schema is older than this release or the user cannot read the log.
 *
 * Once a file of the database was removed or replaced, every call is `unavailable`; reads at the latest 100 ms later.
 */
export function sqlite(options: SqliteOptions): RecordsLocation<MigratableMetadata> {
  checkOptions<SqliteOptions>('sqlite', options, SQLITE_OPTIONS)
  return { open: (how = {}) => openSqliteMetadata({ ...options, ...how }) }
}

/** Opens the records of a `sqlite` location. */
export async function openSqliteMetadata(options: OpenSqliteOptions): Promise<MigratableMetadata> {
  checkOptions<OpenSqliteOptions>('sqlite', options, OPEN_OPTIONS)
  const { busyTimeout = 5000, readOnly = false, clock = wallClock } = options
  const file = await databaseFile(options.file)
  if (!readOnly) {
    await assertWritable('file', dirname(file))
    await assertWritable('file', file)
  }
  const found = await findDriver(options.driver ?? 'auto')
  const setup = { file, found, busyTimeout, keepFree: options.keepFree }
  const connections = readOnly
    ? await openReadOnlyConnections(setup)
    : await openConnections(setup, options.clock)
  const { reader, writer, lock } = connections
  const backups = createBackups(setup)
  const finder = createFinder({ file, found, busyTimeout, readOnly })

  return refusingUndefined<MigratableMetadata>({
    ...createRoles({ reader, writer, finder, clock }),
    transfer: createTransfer(reader, writer),
    // A backup needs a lease, which is a write.
    ...(!readOnly && { backup: (directory, options) => backups.write(directory, options) }),
    ...(lock !== null && { claimAlone: lock.claim }),
    async close() {
      await Promise.all([backups.close(), finder.close()])
      await connections.close()
    },
  })
}

async function databaseFile(file: string): Promise<string> {
  if (file === ':memory:') {
    throw invalidArgument(
      'file',
      'The database must be a file. For memory alone use createMemoryMetadata().',
    )
  }
  const absolute = resolve(file)
  try {
    await refuseNetworkFileSystem(dirname(absolute))
  } catch (error) {
    if (isStowageError(error)) throw error
    throw invalidArgument('file', 'The directory of the database cannot be read.', error)
  }
  return absolute
}
