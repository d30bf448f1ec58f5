import { setTimeout } from 'node:timers/promises'
import type { Database, Sql } from '../connection/database.ts'
import { isBusy } from '../connection/failure.ts'
import { TRANSFER_TABLES } from './transfer-tables.ts'

/** Milliseconds to wait for running writes before letting others proceed, and how long those may proceed. */
const LOCK_TIMEOUT = 200
const LET_PASS = 500
/** The most attempts. */
const ATTEMPTS = 60
/** Milliseconds to which the wait for all writes grows, because some may last longer than the first wait. */
const LONGEST_WAIT = 2000

/** Runs a transaction while no write is running. Lets others proceed after each failed attempt. */
export function betweenWrites<T>(database: Database, body: (sql: Sql) => Promise<T>): Promise<T> {
  return retryOnLockTimeout((attempt) =>
    database.transaction(async (sql) => {
      await waitForWriters(sql, Math.min(LOCK_TIMEOUT * 2 ** attempt, LONGEST_WAIT))
      return body(sql)
    }),
  )
}

/**
 * Waits for every running write, and blocks new ones until the transaction ends. Locks the table, because table
 * locks are granted in turn: all who share a row lock could overtake this one, forever if they leave no gap.
 */
export async function waitForWriters(sql: Sql, millis: number): Promise<void> {
  // Shorter than the statement timeout, so that the cause of the end is known.
  await sql(
    `SELECT set_config('lock_timeout', least($1::int, setting::int / 2)::text, true)
      FROM pg_settings WHERE name = 'statement_timeout'`,
    [millis],
  )
  await sql('LOCK TABLE $schema.departure IN EXCLUSIVE MODE')
}

/** Waits for the transactions that use the tables. Locks all at once, so that no deadlock can occur. */
export async function lockTables(sql: Sql, mode: string): Promise<void> {
  await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  const tables = TRANSFER_TABLES.map(({ table }) => `$schema.${table}`)
  await sql(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`)
}

/** Retries after a lock timeout: a statement that waits for a table lock blocks all later ones. */
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
