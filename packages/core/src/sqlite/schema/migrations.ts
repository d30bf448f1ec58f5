import { madeBeforeRelease } from '../../errors/metadata-errors.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { MigrationProgress } from '../../events/migration-progress.ts'
import type { SqliteClient } from '../driver/client.ts'
import { STORED_COLUMNS } from './asset-row.ts'
import type { Migration } from './migration.ts'
import { runMigrations, versionOf } from './run-migrations.ts'
import { SCHEMA } from './schema.ts'

/** Marks databases of Stowage: "STOW", https://sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION_ID = 0x53544f57

/** Each step brings a database from version `n` (its index) to `n + 1`. A released step never changes. */
export const MIGRATIONS: readonly Migration[] = [
  {
    kind: 'transaction',
    run(client) {
      client.exec(SCHEMA)
      client.exec(`PRAGMA application_id = ${APPLICATION_ID}`)
    },
  },
]

/**
 * Refuses a file with tables of another application or of a time before the first release (`invalid_argument`), or a
 * schema of a later release (`database_too_new`). A file that is empty or missing may become ours.
 */
export function assertOurs(client: SqliteClient, newest: number = MIGRATIONS.length): void {
  // One statement is one snapshot: another process may be creating the schema right now.
  const { applicationId, version, tables, columns } = client
    .prepare(`SELECT (SELECT application_id FROM pragma_application_id) AS applicationId,
      (SELECT user_version FROM pragma_user_version) AS version,
      (SELECT count(*) FROM sqlite_schema) AS tables,
      (SELECT json_group_array(name) FROM pragma_table_info('assets')) AS columns`)
    .get() as { applicationId: number; version: number; tables: number; columns: string }
  const fresh = applicationId === 0 && tables === 0
  if (applicationId !== APPLICATION_ID && !fresh) {
    throw new StowageError('invalid_argument', 'The file is a database of another application.', {
      context: { argument: 'file' },
    })
  }
  if (version > newest) {
    throw new StowageError(
      'database_too_new',
      `The database has version ${version}; this release knows versions up to ${newest}. Update it.`,
      { context: { version, newest } },
    )
  }
  if (version !== MIGRATIONS.length) return
  const names: readonly string[] = JSON.parse(columns)
  const missing = STORED_COLUMNS.find((column) => !names.includes(column))
  if (missing !== undefined) throw madeBeforeRelease('file', `assets have no column ${missing}`)
}

/** As `assertOurs`, and refuses (`unavailable`) a database that `migrate` would have to change first. */
export function assertCurrent(client: SqliteClient): void {
  assertOurs(client)
  const [version, newest] = [versionOf(client), MIGRATIONS.length]
  if (version >= newest) return
  throw new StowageError(
    'unavailable',
    `The database has version ${version}, this release reads version ${newest}. Open it once with a ` +
      'process that can write, which migrates it.',
    { context: { version, newest } },
  )
}

/**
 * Brings the database to the newest version. Several processes may do so at once. `report` is called after each step
 * or batch that left something to do, so never for a new database.
 */
export function migrate(
  client: SqliteClient,
  migrations: readonly Migration[] = MIGRATIONS,
  report: (progress: MigrationProgress) => void = () => {},
): void {
  const assertUsable = () => assertOurs(client, migrations.length)
  runMigrations({ client, migrations, assertUsable, report })
}
