import { setTimeout } from 'node:timers/promises'
import { isStowageError, StowageError } from '@stowage/core'
import type { Clock } from '@stowage/core/ports'
import type { PostgresClient, PostgresPool, PostgresResult } from './client.ts'
import { createClientSql, runQuery, type Sql } from './client-sql.ts'
import { commitRefused, isSqlState, LOCK_TIMED_OUT, QueryFailure } from './failure.ts'
import { takeConnection } from './take-connection.ts'
import { VALUE_TYPES } from './value-types.ts'

export type { Sql } from './client-sql.ts'

/** The database as the port's methods see it. */
export interface Database {
  /** Runs one statement that changes nothing: one snapshot, one round trip. */
  readonly read: Sql
  /** Runs statements that change nothing, all of one snapshot. Retries as `transaction` does. */
  snapshot<T>(body: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * Runs `body` as one transaction at READ COMMITTED, durable when it resolves. Retries from the start after a
   * temporary failure, such as a lost connection. Rejects with what `body` throws; `outcome_unknown` when the
   * commit was cut off.
   */
  transaction<T>(body: (sql: Sql) => Promise<T>): Promise<T>
}

export interface DatabaseOptions {
  readonly pool: PostgresPool
  /** Quoted already. */
  readonly schema: string
  /** Milliseconds, for a statement and for a connection. */
  readonly statementTimeout: number
  /** The check that begins every transaction. */
  readonly guard?: Guard
  /** For tests: what `$now` is. Default: the server's clock. */
  readonly clock?: Clock | undefined
}

/** Decides whether a transaction may continue, in the round trip that begins it. */
interface Guard {
  /** Selects the rows for `assert`. */
  readonly text: string
  /** Throws when the transaction may not continue. */
  assert(rows: readonly unknown[]): void
}

/** How often a transaction is tried, and the first and longest pause between two attempts, in milliseconds. */
const ATTEMPTS = 6
const FIRST_PAUSE = 5
const MAX_PAUSE = 160
/** Extra milliseconds in which the server itself can report that a statement took too long. */
const CLIENT_MARGIN = 1000

/** Changes no session settings and takes no session locks, so that a pooler may assign connections by transaction. */
export function createDatabase(options: DatabaseOptions): Database {
  const { pool, schema, statementTimeout, guard, clock } = options
  const timeout = statementTimeout + CLIENT_MARGIN
  const begin = beginText(
    statementTimeout,
    guard?.text.replaceAll('$schema', () => schema),
  )
  const beginLook = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limitsText(statementTimeout)}`
  const sqlOn = createClientSql({ schema, clock, timeout })

  async function transact<T>(client: PostgresClient, body: (sql: Sql) => Promise<T>): Promise<T> {
    const begun = await runQuery(client, {
      text: begin,
      types: VALUE_TYPES,
      query_timeout: timeout,
    })
    let value: T
    try {
      guard?.assert(begun.rows)
      value = await body(sqlOn(client))
    } catch (error) {
      if (!lostConnection(error)) {
        await runQuery(client, { text: 'ROLLBACK', query_timeout: timeout })
      }
      throw error
    }
    await commit(client, timeout)
    return value
  }

  async function look<T>(client: PostgresClient, body: (sql: Sql) => Promise<T>): Promise<T> {
    await runQuery(client, { text: beginLook, query_timeout: timeout })
    let value: T
    try {
      value = await body(sqlOn(client))
    } catch (error) {
      if (!lostConnection(error))
        await runQuery(client, { text: 'ROLLBACK', query_timeout: timeout })
      throw error
    }
    await runQuery(client, { text: 'ROLLBACK', query_timeout: timeout })
    return value
  }

  async function withClient<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const { client, giveBack } = await takeConnection(pool, timeout)
    let usable = true
    try {
      return await work(client)
    } catch (error) {
      usable = !lostConnection(error)
      throw error
    } finally {
      giveBack(usable)
    }
  }

  const tried = <T>(
    work: (client: PostgresClient) => Promise<T>,
    ...states: readonly string[]
  ): Promise<T> => retried({ timeout, states }, () => withClient(work))
  return {
    // Outside of a transaction the role's `lock_timeout` applies: a table that is being altered is soon free again.
    read: (text, values) => tried((client) => sqlOn(client)(text, values), LOCK_TIMED_OUT),
    snapshot: (body) => tried((client) => look(client, body)),
    transaction: (body) => tried((client) => transact(client, body)),
  }
}

/** Begins a transaction with limits: how long a statement may wait, and how long a stopped process may block others. */
function beginText(statementTimeout: number, guard?: string): string {
  return `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
    SELECT set_config('synchronous_commit', 'on', true)
      WHERE current_setting('synchronous_commit') = 'off';
    ${limitsText(statementTimeout)}${guard === undefined ? '' : `; ${guard}`}`
}

/** The time limit of a statement also limits its wait for a lock, whatever `lock_timeout` the role has. */
function limitsText(statementTimeout: number): string {
  return `SET LOCAL statement_timeout = ${statementTimeout}; SET LOCAL lock_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = ${statementTimeout}`
}

async function commit(client: PostgresClient, timeout: number): Promise<void> {
  // A time limit that ends the wait for a standby would report an unreplicated commit as done.
  const text = 'SET LOCAL statement_timeout = 0; COMMIT'
  let result: PostgresResult
  try {
    result = await runQuery(client, { text, query_timeout: timeout })
  } catch (error) {
    if (error instanceof QueryFailure && commitRefused(error)) throw error
    throw new CommitCutOff(error)
  }
  if (result.command !== 'COMMIT') {
    throw new StowageError('unavailable', 'The transaction had failed before its commit.')
  }
}

class CommitCutOff extends Error {
  constructor(cause: unknown) {
    super('The commit was cut off.', { cause })
  }
}

/** Whether the connection is unusable after this error. */
function lostConnection(error: unknown): boolean {
  return (
    error instanceof CommitCutOff || (error instanceof QueryFailure && error.kind === 'connection')
  )
}

/**
 * Retries after temporary failures, and after those with one of these SQLSTATEs, for at most `timeout`
 * milliseconds.
 */
async function retried<T>(
  { timeout, states }: { readonly timeout: number; readonly states: readonly string[] },
  attempt: () => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + timeout
  for (let count = 1, pause = FIRST_PAUSE; ; count += 1, pause = Math.min(2 * pause, MAX_PAUSE)) {
    try {
      return await attempt()
    } catch (error) {
      if (error instanceof CommitCutOff) {
        throw new StowageError(
          'outcome_unknown',
          'The commit was cut off and may have happened. Look before doing it again.',
          { cause: error.cause },
        )
      }
      if (isStowageError(error)) throw error
      if (performance.now() > deadline) throw error
      const passing =
        error instanceof QueryFailure && ['conflict', 'connection'].includes(error.kind)
      if (!isSqlState(error, ...states) && (!passing || count >= ATTEMPTS)) throw error
    }
    // The random pause keeps conflicting transactions from meeting again.
    await setTimeout(pause * (0.5 + Math.random()))
  }
}
