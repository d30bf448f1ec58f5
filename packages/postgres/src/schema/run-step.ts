import { setTimeout } from 'node:timers/promises'
import { StowageError } from '@stowage/core'
import type { MigrationProgress } from '@stowage/core/internal'
import type { Database } from '../connection/database.ts'
import { isBusy, isSqlState } from '../connection/failure.ts'
import { fillProgressOf, saveFillProgress } from './fill-progress.ts'
import type { Migration } from './migration.ts'
import { withLeaseRenewal } from './schema-lease.ts'

/** Milliseconds that a step waits for a table before it lets others proceed and tries again. */
const LOCK_TIMEOUT = 200
/** Milliseconds that it lets them proceed. */
const LET_PASS = 1000

export interface MigrateOptions {
  readonly database: Database
  /** Runs one statement outside of a transaction, however long it takes. `$schema` is already replaced. */
  readonly runLong: (text: string) => Promise<unknown>
  /** Quoted. */
  readonly schema: string
  /** Milliseconds after its last renewal until others take over from a migrating instance. */
  readonly leaseTime?: number
  /** Called after each step of this instance that left something to do, unless the schema is new. */
  readonly report?: (progress: MigrationProgress) => void
}

/** The step after a version, and the instance that runs it. */
interface Step {
  readonly step: Migration
  readonly version: number
  readonly holder: string
  readonly leaseTime: number
}

/** Runs a step, or one batch of it. Resolves to the progress of the schema; `null` when the step could not run now. */
export async function runStep(
  options: MigrateOptions,
  job: Step,
): Promise<Omit<MigrationProgress, 'newest'> | null> {
  const { database } = options
  const { step, version, holder } = job
  if (step.kind === 'index') await withLeaseRenewal(database, job, () => buildIndex(options, step))
  if (step.kind === 'validate') await withLeaseRenewal(database, job, () => validate(options, step))
  try {
    return await database.transaction(async (sql) => {
      const text = `SELECT 1 FROM $schema.schema_version
        WHERE holder = $1 AND version = $2 FOR UPDATE`
      // This instance was silent for too long, and another has taken over.
      if ((await sql(text, [holder, version])).length === 0) return null
      if (step.kind === 'transaction') {
        // A statement that waits for a table lock blocks all later ones.
        await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
        await sql(step.text)
      }
      if (step.kind === 'fill') {
        const { next, part } = await step.batch(sql, (await fillProgressOf(sql)).cursor)
        await saveFillProgress(sql, { cursor: next, part: next === null ? 0 : part })
        if (next !== null) return { version, part }
      }
      await sql('UPDATE $schema.schema_version SET version = $1', [version + 1])
      return { version: version + 1, part: 0 }
    })
  } catch (error) {
    if (isBusy(error)) return setTimeout(LET_PASS, null)
    if (version > 0 || !isSqlState(error, '42P07')) throw error
    throw new StowageError(
      'invalid_argument',
      'The schema holds tables of another application. Name one of its own.',
      { context: { argument: 'schema' }, cause: error },
    )
  }
}

/** Validates again what an interrupted instance has checked. */
async function validate(
  { runLong, schema }: MigrateOptions,
  { table, constraint }: Extract<Migration, { kind: 'validate' }>,
): Promise<void> {
  await runLong(`ALTER TABLE ${schema}.${table} VALIDATE CONSTRAINT ${constraint}`)
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
  // An interrupted instance left it behind.
  if (found !== undefined) await runLong(`DROP INDEX CONCURRENTLY IF EXISTS ${schema}.${name}`)
  await runLong(
    `CREATE ${unique ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${on.replaceAll('$schema', () => schema)}`,
  )
}
