import { StowageError } from '../../errors/stowage-error.ts'
import { describeMigration, type MigrationProgress } from '../../events/migration-progress.ts'
import type { SqliteClient } from '../driver/client.ts'
import type { Migration } from '../schema/migration.ts'
import { MIGRATIONS, migrate } from '../schema/migrations.ts'
import { migrationProgressOf } from '../schema/run-migrations.ts'
import { sqliteFailure } from './failure.ts'

/**
 * `migrate`, while other processes may be migrating the same database. Waits for their lock as long as the migration
 * makes progress. When it stands still for the connection's lock timeout, `unavailable` reports its progress.
 */
export function migrateWithOthers(
  client: SqliteClient,
  report?: (progress: MigrationProgress) => void,
  migrations: readonly Migration[] = MIGRATIONS,
): void {
  for (let last = migrationProgressOf(client, migrations.length); ; ) {
    try {
      migrate(client, migrations, report)
      return
    } catch (error) {
      if (sqliteFailure(error) !== 'busy') throw error
      const now = migrationProgressOf(client, migrations.length)
      // The file has no schema yet: another process makes it in no time.
      if (now.version === 0) throw error
      if (now.version === last.version && now.part === last.part) throw heldUp(now, error)
      last = now
    }
  }
}

function heldUp(progress: MigrationProgress, cause: unknown): StowageError {
  const { version, newest } = progress
  return new StowageError(
    'unavailable',
    `The database is being migrated (${describeMigration(progress)}), and another process holds its lock. ` +
      'Open it again in a moment.',
    { cause, context: { version, newest } },
  )
}
