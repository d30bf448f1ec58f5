import { StowageError } from '../../errors/stowage-error.ts'
import type { MigrationProgress } from '../../model/tenants/migration-progress.ts'
import type { SqliteClient } from '../driver/client.ts'
import type { OpenDatabase } from '../driver/driver.ts'
import { assertOurs, MIGRATIONS } from '../schema/migrations.ts'
import { versionOf } from '../schema/run-migrations.ts'
import { assertRoomForWalIndex, openingFailure } from './disk-room.ts'
import { migrateWithOthers } from './migrate-with-others.ts'

/**
 * Opens a connection, the writer's or the reader's, and migrates the database to the newest version. Both
 * sync every commit to the disk: better-sqlite3 is compiled to fall back to `synchronous=NORMAL` in WAL
 * mode, which loses commits when the power fails. `busyTimeout` in milliseconds is how long a statement
 * blocks its thread while another process holds the lock. `report` hears of a migration under way. Throws what the driver or `statfs` throws;
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
 * `openConnection` for a thread that must not be held up: it waits for no lock, and `null` says that the database must
 * first be migrated. A new database is made here, which takes some milliseconds and three syncs.
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

/** Every commit is on the disk before it is answered. */
const SYNCED = 'PRAGMA synchronous = FULL'

/** Makes sure that the file is ours or new, and brings it into WAL mode. Returns its version; 0: it is new. */
function prepared(client: SqliteClient): number {
  // Before anything is changed: not even the journal mode of a foreign database.
  assertOurs(client)
  const version = versionOf(client)
  // On macOS fsync does not reach the platter, F_FULLFSYNC does.
  if (process.platform === 'darwin') client.exec('PRAGMA fullfsync = 1')
  // That of a new file has no page to save in its journal, so one sync of the journal is as good as two.
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
    // The tables of a new database come first in its log, and the first commit of anything else syncs all of that.
    // When the power fails before, the database is new once more, and nothing is lost.
    if (version === 0) client.exec('PRAGMA synchronous = OFF')
    migrateWithOthers(client, report)
  } finally {
    // Also before it is closed: that may bring commits of others from the log into the database.
    client.exec(SYNCED)
  }
}
