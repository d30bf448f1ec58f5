import { writesRefused } from '../../errors/metadata-errors.ts'
import type { TransferProgress, TransferState } from '../../ports/transfer.ts'
import { isInForce } from '../../time/lease-time.ts'
import { type Micros, wallClock } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'

interface SourceRow {
  readonly id: string
  readonly paused_until: number | null
  readonly moved: 0 | 1
}

/** The row of the move of this database's records to another one; `undefined` when there is none. */
export function sourceRow(sql: Sql): SourceRow | undefined {
  return sql<SourceRow>(`SELECT id, paused_until, moved FROM handovers WHERE role = 'source'`).get()
}

/** `TransferSource.state` */
export function stateOf(sql: Sql): TransferState {
  const row = sourceRow(sql)
  if (row === undefined) return { phase: 'serving', id: null }
  if (row.moved === 1) return { phase: 'moved', id: row.id }
  return { phase: isPaused(row, wallClock()) ? 'paused' : 'recording', id: row.id }
}

/** Refuses a write, `unavailable`, while the database is paused, and forever once it has moved. */
export function assertServing({ sql, now }: Transaction): void {
  const row = sourceRow(sql)
  if (row === undefined) return
  if (row.moved === 1) throw writesRefused('moved')
  if (row.paused_until === null) return
  if (isPaused(row, now)) throw writesRefused('paused')
  // A clock that is set back later must not start the pause again: after this write the records have changed.
  sql(`UPDATE handovers SET paused_until = NULL WHERE role = 'source'`).run()
}

/** A pause written by a clock that ran ahead counts as over, as a lease would: it must not last for hours. */
function isPaused({ paused_until: until }: SourceRow, now: Micros): boolean {
  return until !== null && isInForce(until * 1000, now)
}

/** `TransferTarget.progress` */
export function progressOf(sql: Sql): TransferProgress | null {
  const text = `SELECT id, cursor FROM handovers WHERE role = 'target'`
  const row = sql<TransferProgress>(text).get()
  // The rows of node:sqlite have no prototype.
  return row === undefined ? null : { ...row }
}
