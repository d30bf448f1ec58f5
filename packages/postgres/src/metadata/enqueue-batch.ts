import type { StowageError } from '@stowage/core'
import { type EnqueueRequest, tenantErased } from '@stowage/core/internal'
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
  const accepted = requests.filter(({ tenant }) => tenant === null || living.has(tenant))
  const ids = await enqueueAll(
    sql,
    accepted.flatMap(({ tenant, jobs }) => jobs.map((job) => ({ tenant, job }))),
  )
  let next = 0
  const outcomes = requests.map((request) => {
    const { tenant, jobs } = request
    if (tenant !== null && !living.has(tenant)) return tenantErased()
    next += jobs.length
    return ids.slice(next - jobs.length, next)
  })
  await onWrite(
    sql,
    accepted.map((request) => {
      const value = outcomes[requests.indexOf(request)]
      return { verb: 'enqueueJobs' as const, request, value }
    }),
  )
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
