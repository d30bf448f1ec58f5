import { setTimeout } from 'node:timers/promises'
import type { Database, Sql } from '../connection/database.ts'
import { isBusy } from '../connection/failure.ts'
import { SOURCE_TABLES } from './source-tables.ts'

/** Milliseconds that is waited for writes to end before others are let pass, and how long they are. */
const LOCK_TIMEOUT = 200
const LET_PASS = 500
/** How often that is tried. */
const ATTEMPTS = 60
/** Milliseconds that the wait for all writes grows to, as some of them may last longer than the first one. */
const LONGEST_WAIT = 2000

/** Runs a transaction while no write is under way; others are let pass again and again until that works. */
export function betweenWrites<T>(database: Database, body: (sql: Sql) => Promise<T>): Promise<T> {
  return retryOnLockTimeout((attempt) =>
    database.transaction(async (sql) => {
      await waitForWriters(sql, Math.min(LOCK_TIMEOUT * 2 ** attempt, LONGEST_WAIT))
      return body(sql)
    }),
  )
}

/**
 * Waits for every write that has begun, and keeps others from beginning until the transaction ends. Of the
 * table, whose locks are given out in turn: one of the row is passed by all who share it, forever if they
 * never leave a gap.
 */
export async function waitForWriters(sql: Sql, millis: number): Promise<void> {
  // Shorter than a statement may take, so that what ends the wait is known.
  await sql(
    `SELECT set_config('lock_timeout', least($1::int, setting::int / 2)::text, true)
      FROM pg_settings WHERE name = 'statement_timeout'`,
    [millis],
  )
  await sql('LOCK TABLE $schema.departure IN EXCLUSIVE MODE')
}

/**
 * Waits for the transactions that use the tables. Locks all at once, so that none holds what another waits for.
 */
export async function lockTables(sql: Sql, mode: string): Promise<void> {
  await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  const tables = SOURCE_TABLES.map(({ table }) => `$schema.${table}`)
  await sql(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`)
}

/** A statement that waits for a table blocks all later ones. */
export async function retryOnLockTimeout<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt(count)
    } catch (error) {
      if (!isBusy(error) || count + 1 === ATTEMPTS) throw error
    }
    await setTimeout(LET_PASS)
  }
}
