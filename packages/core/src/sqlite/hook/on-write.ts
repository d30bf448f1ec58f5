import type { DoneWrite } from '../../ports/write-events.ts'
import { fanOutJob } from '../../webhooks/webhook-jobs.ts'
import { auditWrite } from '../audit/audit-writes.ts'
import { deletePurgedData, storeEvents } from '../feed/event-writes.ts'
import { enqueueOfWrite, enqueueOne } from '../jobs/job-writes.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { hasEnabledWebhook } from '../webhooks/webhook-reads.ts'

/**
 * Every write of the port passes through here once it is done, in its own transaction: an error here undoes the write.
 * The writer calls this, except for an insert, which calls it with the new assets that its result leaves out, and with the
 * number of its tenant, which the others look up.
 */
export function onWrite(transaction: Transaction, done: DoneWrite, tenantId?: number): void {
  auditWrite(transaction, done)
  const tenants = storeEvents(transaction, done, tenantId)
  deletePurgedData(transaction, done)
  enqueueOfWrite(transaction, done)
  for (const tenantId of tenants) {
    if (hasEnabledWebhook(transaction.sql, tenantId)) enqueueOne(transaction, tenantId, fanOutJob())
  }
}
