import { StowageError } from '../../errors/stowage-error.ts'
import type { MigrationProgress } from '../../events/migration-progress.ts'
import type { SqliteClient } from '../driver/client.ts'
import type { OpenDatabase } from '../driver/driver.ts'
import { assertOurs, MIGRATIONS } from '../schema/migrations.ts'
import { versionOf } from '../schema/run-migrations.ts'
import { assertRoomForWalIndex, openingFailure } from './disk-room.ts'
import { migrateWithOthers } from './migrate-with-others.ts'

/**
 * Opens a connection, the writer's or the reader's, and migrates the database to the newest version. Both sync every
 * commit to the disk: better-sqlite3 is compiled to fall back to `synchronous=NORMAL` in WAL mode, which loses commits
 * when the power fails. `busyTimeout` is how many milliseconds a statement blocks its thread while another process
 * holds the lock. `report` receives the progress of a migration. Throws the errors of the driver and of `statfs`;
 * `invalid_argument` for a file that is not ours, `database_too_new`, `insufficient_storage`.
 */
export function openConnection(
  open: OpenDatabase,
  file: string,
  busyTimeout: number,
  report?: (progress: MigrationProgress) => void,
): SqliteClient {
  return opened(open, file, (client) => {
    client.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    migrated(client, prepared(client), report)
    return client
  })
}

/**
 * `openConnection` for a thread that must not block: it waits for no lock, and `null` means that the database must
 * first be migrated. It makes a new database, which takes some milliseconds and three syncs.
 */
export function openUnlessOlder(
  open: OpenDatabase,
  file: string,
  newest: number = MIGRATIONS.length,
): SqliteClient | null {
  return opened(open, file, (client) => {
    client.exec('PRAGMA busy_timeout = 0')
    const version = prepared(client)
    if (version > 0 && version < newest) {
      client.close()
      return null
    }
    migrated(client, version)
    return client
  })
}

function opened<Result>(
  open: OpenDatabase,
  file: string,
  use: (client: SqliteClient) => Result,
): Result {
  assertRoomForWalIndex(file)
  try {
    const client = open(file)
    try {
      return use(client)
    } catch (error) {
      client.close()
      throw error
    }
  } catch (error) {
    throw openingFailure(error, file)
  }
}

/** Every commit is on the disk before its caller gets the result. */
const SYNCED = 'PRAGMA synchronous = FULL'

/** Checks that the file is ours or new, and puts it into WAL mode. Returns its version; 0: it is new. */
function prepared(client: SqliteClient): number {
  // First of all: not even the journal mode of a foreign database may change.
  assertOurs(client)
  const version = versionOf(client)
  // On macOS fsync does not reach the platter; F_FULLFSYNC does.
  if (process.platform === 'darwin') client.exec('PRAGMA fullfsync = 1')
  // A new file has no page to save in its journal, so one sync of the journal is as good as two.
  client.exec(version === 0 ? 'PRAGMA synchronous = NORMAL' : SYNCED)
  const mode = client.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string }
  if (mode.journal_mode !== 'wal') {
    throw new StowageError(
      'invalid_argument',
      'The file system does not support SQLite’s WAL mode.',
      { context: { argument: 'file' } },
    )
  }
  client.exec(`${SYNCED}; PRAGMA foreign_keys = ON`)
  return version
}

function migrated(
  client: SqliteClient,
  version: number,
  report?: (progress: MigrationProgress) => void,
): void {
  try {
    // The tables of a new database come first in its log, and the first other commit syncs them too. If the power
    // fails before that, the database is new again and nothing is lost.
    if (version === 0) client.exec('PRAGMA synchronous = OFF')
    migrateWithOthers(client, report)
  } finally {
    // Also before a close, which may move commits of other processes from the log into the database.
    client.exec(SYNCED)
  }
}
