import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { TransferSource, TransferState } from '@stowage/core'
import { transferRefused } from '@stowage/core/ports'
import type { Database, Sql } from '../connection/database.ts'
import { QueryFailure, sqlStateOf } from '../connection/failure.ts'
import { changesAfter, entriesAfter } from './source-reads.ts'
import { SOURCE_TABLES } from './source-tables.ts'

/** Milliseconds that triggers wait for writes to end before they let others pass, and how long they do. */
const LOCK_TIMEOUT = 200
const LET_PASS = 500
/** How often they try. */
const ATTEMPTS = 60

/** `Transfer.source`. The database is one whose transactions are not refused; see `servingDatabase`. */
export function createTransferSource(database: Database): TransferSource {
  const write = <T>(body: (sql: Sql) => Promise<T>): Promise<T> => database.transaction(body)
  return {
    state: () => stateOf(database.read),
    record: () => patiently(() => write(record)),
    entries: (query) => entriesAfter(database.read, query),
    changes: (query) => changesAfter(database, query),
    freeze: (millis) => write((sql) => freeze(sql, millis)),
    thaw: () => write(async (sql) => void (await sql(THAW))),
    handOver: () => write(handOver),
    stop: () => patiently(() => write(stop)),
  }
}

interface Departure {
  readonly id: string
  readonly moved: boolean
  readonly frozen: boolean
}

async function departureOf(sql: Sql, lock = ''): Promise<Departure | undefined> {
  const [row] = await sql<Departure>(
    `SELECT id, moved, coalesce(frozen_until > clock_timestamp(), false) AS frozen
      FROM $schema.departure ${lock}`,
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

/** Waits for every write under way. All at once, so that none of them holds what another one waits for. */
async function lockTables(sql: Sql, mode: string): Promise<void> {
  await sql(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
  const tables = SOURCE_TABLES.map(({ table }) => `$schema.${table}`)
  await sql(`LOCK TABLE ${tables.join(', ')} IN ${mode} MODE`)
}

/** Whoever waits for a table holds up all who come after. */
async function patiently<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt()
    } catch (error) {
      const busy = error instanceof QueryFailure && sqlStateOf(error.cause) === '55P03'
      if (!busy || count === ATTEMPTS) throw error
    }
    await setTimeout(LET_PASS)
  }
}

/** Waits for the writes that have begun: they hold the row. */
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

async function handOver(sql: Sql): Promise<boolean> {
  // Looked at only when nobody who writes has it any more.
  const row = await departureOf(sql, 'FOR UPDATE')
  if (row === undefined || row.moved || !(await departureOf(sql))?.frozen) return false
  await sql('UPDATE $schema.departure SET moved = true, frozen_until = NULL')
  await forgetChanges(sql)
  return true
}

async function stop(sql: Sql): Promise<void> {
  const row = await departureOf(sql, 'FOR UPDATE')
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
