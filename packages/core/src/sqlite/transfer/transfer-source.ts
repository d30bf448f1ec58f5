import { erasureInProgress } from '../../errors/erasure-errors.ts'
import { recordingEnded, transferRefused } from '../../errors/metadata-errors.ts'
import { requireLeaseDuration } from '../../time/lease-time.ts'
import { CHANGES } from '../schema/tables/operation.ts'
import { erasedTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { sourceRow } from './transfer-state.ts'
import { TRANSFER_TABLES, type TransferTable } from './transfer-tables.ts'

/**
 * `TransferSource.record`. The triggers work in every process. Without a recording there are none, so they cost
 * nothing.
 */
export function recordChanges(
  { sql }: Pick<Transaction, 'sql'>,
  { id }: { readonly id: string },
): string {
  const known = sourceRow(sql)
  // A crash right after the hand-over left this recording behind.
  if (known?.moved === 1) dropRecording({ sql })
  if (known !== undefined) return known.id
  const erased = erasedTenant(sql)
  if (erased !== null) throw erasureInProgress(erased)
  sql(`INSERT INTO handovers (role, id) VALUES ('source', ?)`).run(id)
  sql(CHANGES.create).run()
  for (const trigger of triggers()) sql(trigger.create).run()
  return id
}

function triggers(): readonly { readonly name: string; readonly create: string }[] {
  return TRANSFER_TABLES.flatMap((table) =>
    (['INSERT', 'UPDATE', 'DELETE'] as const).map((event) => trigger(table, event)),
  )
}

function trigger({ kind, table, key, scoped }: TransferTable, event: string) {
  const row = event === 'DELETE' ? 'OLD' : 'NEW'
  const identity = `'${kind}', ${scoped ? `${row}.tenant_id` : 0}, ${row}.${key}`
  // The bytes of a tenant are not transferred, and every change of its assets changes them.
  const what = event === 'UPDATE' && kind === 'tenant' ? 'UPDATE OF next_seq' : event
  const name = `changes_${table}_${event.toLowerCase()}`
  return {
    name,
    // Not REPLACE: the statement that fires the trigger decides how conflicts in it are resolved.
    create: `CREATE TRIGGER ${name} AFTER ${what} ON ${table} BEGIN
      DELETE FROM changes WHERE (kind, tenant_id, key) = (${identity});
      INSERT INTO changes (kind, tenant_id, key) VALUES (${identity});
    END`,
  }
}

function dropRecording({ sql }: Pick<Transaction, 'sql'>): void {
  for (const { name } of triggers()) sql(`DROP TRIGGER IF EXISTS ${name}`).run()
  sql('DROP TABLE IF EXISTS changes').run()
}

/** `TransferSource.pauseWrites` */
export function pauseWrites(
  { sql, now }: Transaction,
  { millis }: { readonly millis: number },
): void {
  const { changes } = sql(
    `UPDATE handovers SET paused_until = ? WHERE role = 'source' AND moved = 0`,
  ).run(Math.ceil(now / 1000) + requireLeaseDuration(millis))
  if (changes === 0) throw recordingEnded()
}

/** `TransferSource.resumeWrites` */
export function resumeWrites({ sql }: Transaction, _request: object): void {
  sql(`UPDATE handovers SET paused_until = NULL WHERE role = 'source'`).run()
}

/** `TransferSource.handOver`. The first write after the end of a pause removes the pause; see `assertServing`. */
export function handOver({ sql }: Transaction, _request: object): boolean {
  const { changes } = sql(
    `UPDATE handovers SET moved = 1, paused_until = NULL
        WHERE role = 'source' AND paused_until IS NOT NULL`,
  ).run()
  return changes > 0
}

/** Deletes the recorded changes, and ends the recording, once the database was handed over. */
export function forgetChanges({ sql }: Transaction, _request: object): void {
  if (sourceRow(sql)?.moved === 1) dropRecording({ sql })
}

/** `TransferSource.stop` */
export function stopRecording(transaction: Transaction, _request: object): void {
  const row = sourceRow(transaction.sql)
  if (row === undefined) return
  if (row.moved === 1) throw transferRefused('The records have moved to another database.')
  transaction.sql(`DELETE FROM handovers WHERE role = 'source'`).run()
  dropRecording(transaction)
}
