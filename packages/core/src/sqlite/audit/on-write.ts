import type { DoneWrite } from '../../ports/write-events.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { auditWrite } from './audit-writes.ts'

/**
 * Every write of the port passes through here once it is done, in its own transaction: what throws undoes it. The writer
 * calls this; an insert calls it itself with the assets that are new, which its answer leaves out.
 */
export function onWrite(transaction: Transaction, done: DoneWrite): void {
  auditWrite(transaction, done)
}
