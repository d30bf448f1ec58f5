import { transferRefused } from '../../errors/metadata-errors.ts'
import type { TransferEntry, TransferProgress } from '../../ports/transfer.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { progressOf } from './transfer-state.ts'
import { tableOf } from './transfer-tables.ts'

/** `TransferTarget.receive` */
export function receive(
  transaction: Transaction,
  request: { readonly progress: TransferProgress; readonly entries: readonly TransferEntry[] },
): void {
  const { sql } = transaction
  const { id, cursor } = request.progress
  const before = progressOf(sql)
  if (before === null && !isEmpty(sql)) {
    throw transferRefused('Only an empty database can be filled from another.')
  }
  if (before !== null && before.id !== id) {
    throw transferRefused('This database is being filled from another one.')
  }
  sql(`REPLACE INTO handovers (role, id, cursor) VALUES ('target', ?, ?)`).run(id, cursor)
  for (const entry of request.entries) tableOf(entry).receive(transaction, entry)
}

/** `TransferTarget.isEmpty`. Every record has a tenant, except jobs of the whole store. */
export function isEmpty(sql: Sql): boolean {
  const tables = ['tenants', 'jobs']
  return tables.every((table) => sql(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined)
}
