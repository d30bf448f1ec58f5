import type { DoneWrite, Enqueueing, PortVerb, Recorded } from '@stowage/core/internal'
import { auditWrites } from '../audit/audit-writes.ts'
import type { Sql } from '../connection/database.ts'
import { deletePurgedData, storeEvents } from '../feed/event-writes.ts'
import { enqueueOfWrites } from '../jobs/job-enqueue.ts'
import { lockTenant } from '../tenants/tenants.ts'

/**
 * Every write of the port passes through here once it is done, in its own transaction: a rejection here undoes the
 * write. The inserts of a batch come together. The tenants of writes that are recorded, or enqueue jobs, are locked.
 * `told`: what `storeEvents` resolves to, for writes that have stored their events already; they purge nothing.
 */
export async function onWrite(
  sql: Sql,
  done: readonly DoneWrite[],
  told?: readonly string[],
): Promise<void> {
  await auditWrites(sql, done)
  const toTell = told ?? (await storeEvents(sql, done))
  if (told === undefined) await deletePurgedData(sql, done)
  await enqueueOfWrites(sql, done, toTell)
}

/** The verbs that do not lock their tenant themselves, although they have events. */
const UNLOCKED: ReadonlySet<PortVerb> = new Set(['updateKey', 'revokeTicket'])

/**
 * The same work, as a write of the port. A recorded write holds the lock of its tenant until its commit, so the numbers
 * of the tenant's entries and events are in the order of the commits. So does one that enqueues jobs: the tenant is not
 * erased meanwhile.
 */
export function hooked<Result>(
  verb: PortVerb,
  request: unknown,
  work: (sql: Sql) => Promise<Result>,
): (sql: Sql) => Promise<Result> {
  return async (sql) => {
    const { record, jobs, tenant } = (request ?? {}) as Recorded & Enqueueing & Partial<OfTenant>
    const isLate = record !== undefined && UNLOCKED.has(verb)
    const enqueues = jobs !== undefined && jobs.length > 0 && verb !== 'enqueueJobs'
    if ((isLate || enqueues) && typeof tenant === 'string') await lockTenant(sql, tenant)
    const value = await work(sql)
    await onWrite(sql, [{ verb, request, value }])
    return value
  }
}

interface OfTenant {
  readonly tenant: string
}
