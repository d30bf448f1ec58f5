import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { StowageError } from '@stowage/core'
import { madeBeforeRelease } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isSqlState } from '../connection/failure.ts'
import { STORED_COLUMNS } from './asset-row.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'
import { type MigrateOptions, runStep } from './run-step.ts'
import { giveBackLease, takeLease } from './schema-lease.ts'
import { SCHEMA_VERSION } from './tables/schema-version.ts'

/** Milliseconds between two checks of another instance's progress. */
const POLL = 100

/** Whether there is nothing to migrate: one read, which needs only the right to read. `database_too_new`. */
export async function isNewest(sql: Sql): Promise<boolean> {
  return (await versionOf(sql, MIGRATIONS.length)) === MIGRATIONS.length
}

/**
 * Refuses a schema that this release cannot read, and changes nothing: `invalid_argument` when there is none,
 * `unavailable` when it is older, `database_too_new`.
 */
export async function assertNewest(sql: Sql): Promise<void> {
  const newest = MIGRATIONS.length
  const version = await versionOf(sql, newest)
  if (version === newest) return
  if (version === null) {
    throw new StowageError(
      'invalid_argument',
      'There are no tables in this schema, and `readOnly` makes none.',
      { context: { argument: 'schema', missing: true } },
    )
  }
  throw new StowageError(
    'unavailable',
    `The database has version ${version}; this release reads version ${newest}. ` +
      'Open it once without `readOnly`, as a role that may make tables.',
    { context: { version, newest } },
  )
}

/**
 * Brings the schema to the newest version, and makes it if there is none. Any number of instances may do so at
 * once: the one that a lease row names does the work. The others wait, and take over when it stops renewing.
 * `database_too_new`; `invalid_argument` when the schema holds tables of another application.
 */
export async function migrate(
  options: MigrateOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { database, leaseTime = 30_000, report = () => {} } = options
  const newest = migrations.length
  const first = await versionOf(database.read, newest)
  if (first === newest) return
  await makeVersionTable(options)
  const holder = randomUUID()
  try {
    for (;;) {
      const version = (await versionOf(database.read, newest)) ?? 0
      const step = migrations[version]
      if (step === undefined) return
      if (!(await takeLease(database, holder, leaseTime))) await setTimeout(POLL)
      else {
        const progress = await runStep(options, { step, version, holder, leaseTime })
        if (first && progress !== null && progress.version < newest) report({ ...progress, newest })
      }
    }
  } finally {
    // A lease that cannot be given back expires.
    await giveBackLease(database, holder).catch(() => {})
  }
}

/** The version; `null` when Stowage has no schema there yet. */
async function versionOf(sql: Sql, newest: number): Promise<number | null> {
  let version: number
  try {
    const [row] = await sql<{ version: number }>('SELECT version FROM $schema.schema_version')
    version = row?.version ?? 0
  } catch (error) {
    // No such schema, no such table.
    if (isSqlState(error, '3F000', '42P01')) return null
    throw error
  }
  if (version === MIGRATIONS.length) await assertColumns(sql)
  if (version <= newest) return version
  throw new StowageError(
    'database_too_new',
    `The database has version ${version}; this release knows versions up to ${newest}. Update it.`,
    { context: { version, newest } },
  )
}

/** Refuses a schema of this version that was made when it still changed. Reads no row, so it needs no right to. */
async function assertColumns(sql: Sql): Promise<void> {
  const [found] = await sql<{ columns: object }>(
    'SELECT to_json(row) AS columns FROM (SELECT (NULL::$schema.assets).*) row',
  )
  const missing = STORED_COLUMNS.find((column) => !Object.hasOwn(found?.columns ?? {}, column))
  if (missing !== undefined) throw madeBeforeRelease('schema', `assets have no column ${missing}`)
}

async function makeVersionTable({ database, schema }: MigrateOptions): Promise<void> {
  const texts = [
    // When the schema was made beforehand, the right to make one is not needed.
    `DO $do$ BEGIN
      IF to_regnamespace(${literal(schema)}) IS NULL THEN CREATE SCHEMA IF NOT EXISTS $schema; END IF;
    END $do$`,
    SCHEMA_VERSION.create,
    'INSERT INTO $schema.schema_version DEFAULT VALUES ON CONFLICT DO NOTHING',
  ]
  for (const text of texts) {
    for (let tries = 1; ; tries += 1) {
      try {
        await database.transaction((sql) => sql(text))
        break
      } catch (error) {
        // IF NOT EXISTS checks before it creates, so two that create at once collide in the catalogue.
        if (tries === 5 || !isSqlState(error, '23505', '42710', '42P06', '42P07', 'XX000'))
          throw error
      }
    }
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
