import { StowageError } from '../../errors/stowage-error.ts'
import type { MigrationProgress } from '../../model/migration-progress.ts'
import type { SqliteClient } from '../engine/client.ts'
import type { OpenDatabase } from '../engine/engine.ts'
import { assertOurs } from '../schema/migrations.ts'
import { assertRoomForWalIndex, openingFailure } from './disk-room.ts'
import { migrateWithOthers } from './migrate-with-others.ts'

/**
 * Opens a connection, the writer's or the reader's, and migrates the database to the newest version. Both
 * sync every commit to the disk: better-sqlite3 is compiled to fall back to `synchronous=NORMAL` in WAL
 * mode, which loses commits when the power fails. `busyTimeout` in milliseconds is how long a statement
 * blocks its thread while another process holds the lock. `report` hears of a migration under way. Throws what the engine or `statfs` throws;
 * `invalid_argument` for a file that is not ours, `database_too_new`, `insufficient_storage`.
 */
export function openConnection(
  open: OpenDatabase,
  file: string,
  busyTimeout: number,
  report?: (progress: MigrationProgress) => void,
): SqliteClient {
  assertRoomForWalIndex(file)
  try {
    return connect(open(file), busyTimeout, report)
  } catch (error) {
    throw openingFailure(error, file)
  }
}

function connect(
  client: SqliteClient,
  busyTimeout: number,
  report: ((progress: MigrationProgress) => void) | undefined,
): SqliteClient {
  try {
    client.exec(`PRAGMA busy_timeout = ${busyTimeout}`)
    // Before anything is changed: not even the journal mode of a foreign database.
    assertOurs(client)
    const mode = client.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string }
    if (mode.journal_mode !== 'wal') {
      throw new StowageError(
        'invalid_argument',
        'The file system does not support SQLite’s WAL mode.',
        {
          context: { argument: 'file' },
        },
      )
    }
    client.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    // On macOS fsync does not reach the platter, F_FULLFSYNC does.
    if (process.platform === 'darwin') client.exec('PRAGMA fullfsync = 1')
    migrateWithOthers(client, report)
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
