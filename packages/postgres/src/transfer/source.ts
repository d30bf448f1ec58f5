import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { TransferSource, TransferState } from '@stowage/core'
import { transferRefused } from '@stowage/core/ports'
import type { Database, Sql } from '../connection/database.ts'
import { QueryFailure, sqlStateOf } from '../connection/failure.ts'
import { changesAfter, entriesAfter } from './source-reads.ts'
import { SOURCE_TABLES } from './source-tables.ts'

/** Milliseconds that is waited for writes to end before others are let pass, and how long they are. */
const LOCK_TIMEOUT = 200
const LET_PASS = 500
/** How often that is tried. */
const ATTEMPTS = 60
/** Milliseconds that the wait for all writes grows to, as some of them may last longer than the first one. */
const LONGEST_WAIT = 2000

/** `Transfer.source`. The database is one whose transactions are not refused; see `servingDatabase`. */
export function createTransferSource(database: Database): TransferSource {
  const write = <T>(body: (sql: Sql) => Promise<T>): Promise<T> => database.transaction(body)
  const alone = <T>(body: (sql: Sql) => Promise<T>): Promise<T> =>
    patiently((attempt) =>
      write(async (sql) => {
        await outlastWrites(sql, Math.min(LOCK_TIMEOUT * 2 ** attempt, LONGEST_WAIT))
        return body(sql)
      }),
    )
  return {
    state: () => stateOf(database.read),
    record: () => patiently(() => write(record)),
    entries: (query) => entriesAfter(database.read, query),
    changes: (query) => changesAfter(database, query),
    freeze: (millis) => alone((sql) => freeze(sql, millis)),
    thaw: () => alone(async (sql) => void (await sql(THAW))),
    handOver: () => handOver(database),
    stop: () => alone(stop),
  }
}

interface Departure {
  readonly id: string
  readonly moved: boolean
  readonly frozen: boolean
}

async function departureOf(sql: Sql): Promise<Departure | undefined> {
  const [row] = await sql<Departure>(
    `SELECT id, moved, coalesce(frozen_until > clock_timestamp(), false) AS frozen
      FROM $schema.departure`,
  )
  return row
}

async function stateOf(sql: Sql): Promise<TransferState> {
  const row = await departureOf(sql)
  if (row === undefined) return { phase: 'serving', id: null }
  const { id, moved, frozen } = row
  return { id, phase: moved ? 'moved' : frozen ? 'frozen' : 'recording' }
}

async function record(sql: Sql): Promise<string> {
  const id = randomUUID()
  const fresh = await sql(
    'INSERT INTO $schema.departure (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
    [id],
  )
  const known = await departureOf(sql)
  if (fresh.length === 0) return known?.id ?? id
  await lockTables(sql, 'SHARE ROW EXCLUSIVE')
  for (const { kind, table, key, scoped } of SOURCE_TABLES) {
    // The bytes of a tenant, which every change of its assets moves, are not transferred.
    const update = kind === 'tenant' ? 'UPDATE OF next_seq' : 'UPDATE'
    await sql(
      `CREATE TRIGGER note_change AFTER INSERT OR DELETE OR ${update} ON $schema.${table}
        FOR EACH ROW EXECUTE FUNCTION
        $schema.note_change('${kind}', '${key}', '${scoped ? 'scoped' : ''}')`,
    )
  }
  return id
}

/**
 * Waits for every write that has begun, and keeps others from beginning until the transaction ends. Of the
 * table, whose locks are given out in turn: one of the row is passed by all who share it, for ever if they
 * never leave a gap.
 */
async function outlastWrites(sql: Sql, millis: number): Promise<void> {
  // Shorter than a statement may take, so that what ends the wait is known.
  await sql(
    `SELECT set_config('lock_timeout', least($1::int, setting::int / 2)::text, true)
      FROM pg_settings WHERE name = 'statement_timeout'`,
    [millis],
  )
  await sql('LOCK TABLE $schema.departure IN EXCLUSIVE MODE')
}

/** Waits for whoever uses the tables. All at once, so that none of them holds what another one waits for. */
async function lockTables(sql: Sql, mode: string): Promise<void> {
  await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  const tables = SOURCE_TABLES.map(({ table }) => `$schema.${table}`)
  await sql(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`)
}

/** Whoever waits for a table holds up all who come after. */
async function patiently<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt(count)
    } catch (error) {
      if (!isBusy(error) || count + 1 === ATTEMPTS) throw error
    }
    await setTimeout(LET_PASS)
  }
}

/** Whether a lock could not be had in time. */
function isBusy(error: unknown): boolean {
  return error instanceof QueryFailure && sqlStateOf(error.cause) === '55P03'
}

/** All writes are over, so the time that it took is not of the freeze. */
async function freeze(sql: Sql, millis: number): Promise<void> {
  const rows = await sql(
    `UPDATE $schema.departure SET frozen_until = clock_timestamp() + make_interval(secs => $1)
      WHERE NOT moved RETURNING 1`,
    [millis / 1000],
  )
  if (rows.length === 0) {
    throw transferRefused('Only a database whose changes are recorded can freeze.')
  }
}

const THAW = 'UPDATE $schema.departure SET frozen_until = NULL WHERE NOT moved'

/** Tries as long as the freeze lasts. Nobody needs to be let pass: writes are refused anyway. */
async function handOver(database: Database): Promise<boolean> {
  for (;;) {
    try {
      return await database.transaction(leave)
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }
}

async function leave(sql: Sql): Promise<boolean> {
  const [frozen] = await sql<{ left_over: number }>(
    `SELECT least(ceil(1000 * extract(epoch FROM frozen_until - clock_timestamp())), 1e9)::int AS left_over
      FROM $schema.departure WHERE NOT moved AND frozen_until > clock_timestamp()`,
  )
  if (frozen === undefined) return false
  await outlastWrites(sql, Math.max(1, frozen.left_over))
  // Looked at again when nobody who writes has it any more.
  const left = await sql(
    `UPDATE $schema.departure SET moved = true, frozen_until = NULL
      WHERE NOT moved AND frozen_until > clock_timestamp() RETURNING 1`,
  )
  if (left.length === 0) return false
  await forgetChanges(sql)
  return true
}

async function stop(sql: Sql): Promise<void> {
  const row = await departureOf(sql)
  if (row === undefined) return
  if (row.moved) throw transferRefused('The records have moved to another database.')
  await lockTables(sql, 'ACCESS EXCLUSIVE')
  for (const { table } of SOURCE_TABLES) await sql(`DROP TRIGGER note_change ON $schema.${table}`)
  await sql('DELETE FROM $schema.departure')
  await forgetChanges(sql)
}

async function forgetChanges(sql: Sql): Promise<void> {
  await sql('DELETE FROM $schema.changes_made')
  await sql('DELETE FROM $schema.changes')
}
