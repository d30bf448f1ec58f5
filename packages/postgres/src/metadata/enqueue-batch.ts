import type { StowageError } from '@stowage/core'
import { type DoneWrite, type EnqueueRequest, tenantErased } from '@stowage/core/internal'
import type { Database, Sql } from '../connection/database.ts'
import { onWrite } from '../hook/on-write.ts'
import { enqueueAll } from '../jobs/job-enqueue.ts'
import { holdTenants } from '../tenants/tenants.ts'

/**
 * `JobRecords.enqueue` of many requests as one transaction. Each is accepted or refused separately. None of their jobs
 * has a key: a transaction of the app may hold the row of one, and would make all wait.
 */
export function enqueueBatch(
  database: Database,
  requests: readonly EnqueueRequest[],
): Promise<readonly (readonly string[] | StowageError)[]> {
  return database.transaction((sql) => enqueueEach(sql, requests))
}

/** Whether a request may share a transaction with others. */
export function sharesCommit({ jobs }: EnqueueRequest): boolean {
  return jobs.every(({ key }) => key === null)
}

async function enqueueEach(
  sql: Sql,
  requests: readonly EnqueueRequest[],
): Promise<readonly (readonly string[] | StowageError)[]> {
  const living = await livingTenants(sql, requests)
  const isLiving = ({ tenant }: EnqueueRequest) => tenant === null || living.has(tenant)
  const ids = await enqueueAll(
    sql,
    requests.filter(isLiving).flatMap(({ tenant, jobs }) => jobs.map((job) => ({ tenant, job }))),
  )
  let next = 0
  const done: DoneWrite[] = []
  const outcomes = requests.map((request) => {
    if (!isLiving(request)) return tenantErased()
    next += request.jobs.length
    const value = ids.slice(next - request.jobs.length, next)
    done.push({ verb: 'enqueueJobs', request, value })
    return value
  })
  await onWrite(sql, done)
  return outcomes
}

/** The names of their tenants that are not being erased. They are held. */
async function livingTenants(
  sql: Sql,
  requests: readonly EnqueueRequest[],
): Promise<ReadonlySet<string>> {
  const names = new Set(requests.flatMap(({ tenant }) => tenant ?? []))
  return names.size === 0 ? names : holdTenants(sql, [...names])
}
