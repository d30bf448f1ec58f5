import { randomUUID } from 'node:crypto'
import {
  erasureInProgress,
  recordingEnded,
  type TransferSource,
  type TransferState,
  transferRefused,
} from '@stowage/core/internal'
import type { Database, Sql } from '../connection/database.ts'
import { isBusy } from '../connection/failure.ts'
import { erasedTenant } from '../tenants/tenants.ts'
import { clearChanges, forgetChanges, ownsTables, recordedBytes } from './changes.ts'
import { betweenWrites, lockTables, retryOnLockTimeout, waitForWriters } from './exclusive.ts'
import { createChangeReader, entriesAfter } from './source-reads.ts'
import { TRANSFER_TABLES } from './transfer-tables.ts'

/** `Transfer.source`. Needs a database that does not refuse transactions; see `servingDatabase`. */
export function createTransferSource(database: Database): TransferSource {
  const readChanges = createChangeReader(database)
  return {
    state: () => stateOf(database.read),
    record: () => record(database),
    recordedBytes: () => recordedBytes(database.read),
    entries: (query) => entriesAfter(database.read, query),
    changes: async (query) => {
      const page = await readChanges(query)
      // Checked afterwards: a page read from an ended recording may lack changes.
      const { phase } = await stateOf(database.read)
      if (phase === 'recording' || phase === 'paused') return page
      throw recordingEnded()
    },
    pauseWrites: (millis) => betweenWrites(database, (sql) => pause(sql, millis)),
    resumeWrites: () => betweenWrites(database, async (sql) => void (await sql(RESUME))),
    handOver: () => handOver(database),
    stop: () => stop(database),
  }
}

interface Departure {
  readonly id: string
  readonly moved: boolean
  readonly paused: boolean
  readonly stopped: boolean
}

async function departureOf(sql: Sql): Promise<Departure | undefined> {
  const [row] = await sql<Departure>(
    `SELECT id, moved, coalesce(paused_until > clock_timestamp(), false) AS paused, stopped
      FROM $schema.departure`,
  )
  return row
}

async function stateOf(sql: Sql): Promise<TransferState> {
  const row = await departureOf(sql)
  if (row === undefined || row.stopped) return { phase: 'serving', id: null }
  const { id, moved, paused } = row
  return { id, phase: moved ? 'moved' : paused ? 'paused' : 'recording' }
}

async function record(database: Database): Promise<string> {
  const before = await departureOf(database.read)
  if (before?.stopped) await betweenWrites(database, dropRecording)
  // A crash right after the hand-over left these changes behind.
  if (before?.moved) await clearChanges(database)
  return retryOnLockTimeout(() => database.transaction(begin))
}

async function begin(sql: Sql): Promise<string> {
  const id = randomUUID()
  const fresh = await sql(
    'INSERT INTO $schema.departure (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING 1',
    [id],
  )
  const known = await departureOf(sql)
  if (fresh.length === 0) return known?.id ?? id
  await lockTables(sql, 'SHARE ROW EXCLUSIVE')
  // An erasure that begins later sees that the records move; see `beginErasure`.
  const erased = await erasedTenant(sql)
  if (erased !== null) throw erasureInProgress(erased)
  for (const { kind, table, key, scoped } of TRANSFER_TABLES) {
    // The bytes of a tenant are not transferred, and every change of its assets changes them.
    const update = kind === 'tenant' ? 'UPDATE OF next_seq' : 'UPDATE'
    await sql(
      `CREATE TRIGGER note_change AFTER INSERT OR DELETE OR ${update} ON $schema.${table}
        FOR EACH ROW EXECUTE FUNCTION
        $schema.note_change('${kind}', '${key}', '${scoped ? 'scoped' : ''}')`,
    )
  }
  return id
}

/** All writes have ended, so the time they took does not count towards the pause. */
async function pause(sql: Sql, millis: number): Promise<void> {
  const rows = await sql(
    `UPDATE $schema.departure SET paused_until = clock_timestamp() + make_interval(secs => $1)
      WHERE NOT moved AND NOT stopped RETURNING 1`,
    [millis / 1000],
  )
  if (rows.length === 0) throw recordingEnded()
}

const RESUME = 'UPDATE $schema.departure SET paused_until = NULL WHERE NOT moved'

/** Tries as long as the pause lasts. It need not let writes proceed in between: they are refused anyway. */
async function handOver(database: Database): Promise<boolean> {
  for (;;) {
    try {
      if (!(await database.transaction(leave))) return false
      break
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }
  // After the switch, for which writers wait. If this fails, the changes only take room, and `record` clears
  // them.
  await clearChanges(database).catch(() => {})
  return true
}

async function leave(sql: Sql): Promise<boolean> {
  const [paused] = await sql<{ left_over: number }>(
    `SELECT least(ceil(1000 * extract(epoch FROM paused_until - clock_timestamp())), 1e9)::int AS left_over
      FROM $schema.departure WHERE NOT moved AND NOT stopped AND paused_until > clock_timestamp()`,
  )
  if (paused === undefined) return false
  await waitForWriters(sql, Math.max(1, paused.left_over))
  // Checked again once no writer holds it.
  const left = await sql(
    `UPDATE $schema.departure SET moved = true, paused_until = NULL
      WHERE NOT moved AND NOT stopped AND paused_until > clock_timestamp() RETURNING 1`,
  )
  return left.length > 0
}

/** A role that does not own the tables also ends the recording, but leaves the triggers, which then do nothing. */
async function stop(database: Database): Promise<void> {
  const row = await departureOf(database.read)
  if (row === undefined) return
  if (!row.stopped) await betweenWrites(database, markStopped)
  if (await ownsTables(database.read)) await betweenWrites(database, dropRecording)
  else await clearChanges(database)
}

async function markStopped(sql: Sql): Promise<void> {
  const row = await departureOf(sql)
  if (row?.moved) throw transferRefused('The records have moved to another database.')
  await sql('UPDATE $schema.departure SET stopped = true, paused_until = NULL')
}

async function dropRecording(sql: Sql): Promise<void> {
  const row = await departureOf(sql)
  if (!row?.stopped) return
  await lockTables(sql, 'ACCESS EXCLUSIVE')
  for (const { table } of TRANSFER_TABLES) await sql(`DROP TRIGGER note_change ON $schema.${table}`)
  await forgetChanges(sql)
  await sql('DELETE FROM $schema.departure')
}
