import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { StowageError } from '@stowage/core'
import type { Database, Sql } from '../connection/database.ts'
import { QueryFailure, sqlStateOf } from '../connection/failure.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

export interface MigrateOptions {
  readonly database: Database
  /** Runs one statement outside of a transaction, `$schema` replaced already, however long it takes. */
  readonly runLong: (text: string) => Promise<unknown>
  /** Quoted. */
  readonly schema: string
  /** Milliseconds for which the others leave an instance that migrates alone, once it says nothing. */
  readonly leaseTime?: number
}

/** Milliseconds that a step waits for a table before it lets others pass and tries again. */
const LOCK_TIMEOUT = 200
/** Milliseconds for which it lets them pass. */
const LET_PASS = 1000

/** Milliseconds between two looks at what another instance has done. */
const POLL = 100

/** Whether there is nothing to migrate: one read, which needs no right but to read. `database_too_new`. */
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
      { context: { argument: 'schema' } },
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
 * Brings the schema to the newest version, making it when there is none. Any number of instances may do so
 * at once: one of them, which a lease row names, does the work, the others wait for it, and take over when
 * it falls silent. `database_too_new`; `invalid_argument` when the schema holds tables of another application.
 */
export async function migrate(
  options: MigrateOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const { database, leaseTime = 30_000 } = options
  const newest = migrations.length
  if ((await versionOf(database.read, newest)) === newest) return
  await makeVersionTable(options)
  const holder = randomUUID()
  try {
    for (;;) {
      const version = (await versionOf(database.read, newest)) ?? 0
      const step = migrations[version]
      if (step === undefined) return
      if (!(await takeLease(database, holder, leaseTime))) await setTimeout(POLL)
      else await runStep(options, { step, version, holder, leaseTime })
    }
  } finally {
    // One that cannot be given back runs out.
    await giveBack(database, holder).catch(() => {})
  }
}

/** `null` when Stowage has no schema there yet. */
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
  if (version <= newest) return version
  throw new StowageError(
    'database_too_new',
    `The database has version ${version}; this release knows versions up to ${newest}. Update it.`,
    { context: { version, newest } },
  )
}

async function makeVersionTable({ database, schema }: MigrateOptions): Promise<void> {
  const texts = [
    // Where the schema was made beforehand, the right to make one is not needed.
    `DO $do$ BEGIN
      IF to_regnamespace(${literal(schema)}) IS NULL THEN CREATE SCHEMA IF NOT EXISTS $schema; END IF;
    END $do$`,
    `CREATE TABLE IF NOT EXISTS $schema.schema_version (
      one boolean PRIMARY KEY DEFAULT true CHECK (one),
      version integer NOT NULL DEFAULT 0,
      holder text,
      until timestamptz
    )`,
    'INSERT INTO $schema.schema_version DEFAULT VALUES ON CONFLICT DO NOTHING',
  ]
  for (const text of texts) {
    for (let tries = 1; ; tries += 1) {
      try {
        await database.transaction((sql) => sql(text))
        break
      } catch (error) {
        // IF NOT EXISTS looks before it leaps: two that leap at once collide in the catalogue.
        if (tries === 5 || !isSqlState(error, '23505', '42710', '42P06', '42P07', 'XX000'))
          throw error
      }
    }
  }
}

async function takeLease(database: Database, holder: string, leaseTime: number): Promise<boolean> {
  const rows = await database.transaction((sql) =>
    sql(
      `UPDATE $schema.schema_version
        SET holder = $1, until = clock_timestamp() + make_interval(secs => $2)
        WHERE one = (SELECT one FROM $schema.schema_version
          WHERE holder IS NULL OR holder = $1 OR until < clock_timestamp()
          FOR UPDATE SKIP LOCKED)
        RETURNING 1`,
      [holder, leaseTime / 1000],
    ),
  )
  return rows.length === 1
}

async function giveBack(database: Database, holder: string): Promise<void> {
  const text = 'UPDATE $schema.schema_version SET holder = NULL, until = NULL WHERE holder = $1'
  await database.transaction((sql) => sql(text, [holder]))
}

interface Step {
  readonly step: Migration
  readonly version: number
  readonly holder: string
  readonly leaseTime: number
}

async function runStep(options: MigrateOptions, job: Step): Promise<void> {
  const { step, version, holder } = job
  if (step.kind === 'index') await withRenewal(options, job, () => buildIndex(options, step))
  try {
    await options.database.transaction(async (sql) => {
      const text = `SELECT 1 FROM $schema.schema_version
        WHERE holder = $1 AND version = $2 FOR UPDATE`
      // Another instance has taken over from this one, which was silent for too long.
      if ((await sql(text, [holder, version])).length === 0) return
      if (step.kind === 'transaction') {
        // A statement that waits for a table blocks all later ones.
        await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
        await sql(step.text)
      }
      await sql('UPDATE $schema.schema_version SET version = $1', [version + 1])
    })
  } catch (error) {
    if (isSqlState(error, '55P03')) return setTimeout(LET_PASS)
    if (!isSqlState(error, '42P07')) throw error
    throw new StowageError(
      'invalid_argument',
      'The schema holds tables of another application. Name one of its own.',
      { context: { argument: 'schema' }, cause: error },
    )
  }
}

async function buildIndex(
  { runLong, database, schema }: MigrateOptions,
  { name, unique = false, on }: Extract<Migration, { kind: 'index' }>,
): Promise<void> {
  const [found] = await database.read<{ valid: boolean }>(
    `SELECT i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname = $1 AND c.relnamespace = to_regnamespace($2)`,
    [name, schema],
  )
  if (found?.valid) return
  // What an instance left behind that was interrupted.
  if (found !== undefined) await runLong(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`)
  await runLong(
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${on.replaceAll('$schema', () => schema)}`,
  )
}

/** Renews the lease again and again while `work` lasts. */
async function withRenewal(
  { database }: MigrateOptions,
  { holder, leaseTime }: Step,
  work: () => Promise<void>,
): Promise<void> {
  const renewal = setInterval(() => {
    // A renewal that fails is tried again; in the end the guard of the step decides.
    takeLease(database, holder, leaseTime).catch(() => {})
  }, leaseTime / 3)
  try {
    await work()
  } finally {
    clearInterval(renewal)
  }
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function isSqlState(error: unknown, ...states: readonly string[]): boolean {
  return error instanceof QueryFailure && states.includes(sqlStateOf(error.cause) ?? '')
}
