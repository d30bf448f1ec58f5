import type { Audited, DoneWrite, Enqueueing, PortVerb } from '@stowage/core/internal'
import { auditWrites } from '../audit/audit-writes.ts'
import type { Sql } from '../connection/database.ts'
import { enqueueOfWrites } from '../jobs/job-enqueue.ts'
import { lockTenant } from '../tenants/tenants.ts'

/**
 * Every write of the port passes through here once it is done, in its own transaction: a rejection here undoes the
 * write. The inserts of a batch come together. The tenants of writes that are audited, or enqueue jobs, are locked.
 */
export async function onWrite(sql: Sql, done: readonly DoneWrite[]): Promise<void> {
  await auditWrites(sql, done)
  await enqueueOfWrites(sql, done)
}

/**
 * The same work, as a write of the port. An audited write locks the tenant first and holds the lock until its commit,
 * so the numbers of a tenant's entries are in the order of the commits. So does one that enqueues jobs: the tenant is
 * not erased meanwhile.
 */
export function hooked<Result>(
  verb: PortVerb,
  request: unknown,
  work: (sql: Sql) => Promise<Result>,
): (sql: Sql) => Promise<Result> {
  return async (sql) => {
    const { audit, jobs, tenant } = (request ?? {}) as Audited & Enqueueing & Partial<OfTenant>
    const isRecorded = audit !== undefined || (jobs !== undefined && verb !== 'enqueueJobs')
    if (isRecorded && typeof tenant === 'string') await lockTenant(sql, tenant)
    const value = await work(sql)
    await onWrite(sql, [{ verb, request, value }])
    return value
  }
}

interface OfTenant {
  readonly tenant: string
}
