import type { ClaimedJob, Job, StoredJob } from '../../jobs/job.ts'
import {
  claimedJobOfCells,
  JOB_DEAD,
  type JobCells,
  jobOfCells,
  jobStateCell,
  NO_TENANT,
  storedJobOfCells,
} from '../../jobs/job-cells.ts'
import { parseTimestamp, parseTimestampOrNull } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'

/** A row of `jobs` with the name of its tenant. */
export type JobRow = JobCells<string, 0 | 1>

/** Selects a `JobRow`; a `WHERE` follows. */
export const SELECT_JOB =
  'SELECT t.name AS tenant, x.* FROM jobs x LEFT JOIN tenants t ON t.id = x.tenant_id'

/** The job of a row. */
export function jobOfRow(row: JobRow): Job {
  return jobOfCells(row, JSON.parse(row.payload))
}

/** The job of the row of a running job. */
export function claimedJobOfRow(row: JobRow): ClaimedJob {
  return claimedJobOfCells(row, JSON.parse(row.payload))
}

/** All that a row has. */
export function storedJobOfRow(row: JobRow): StoredJob {
  return storedJobOfCells(row, JSON.parse(row.payload), row.again === 1)
}

/** Writes a row of all columns. */
export const INSERT_JOB = `INSERT INTO jobs (id, tenant_id, kind, unique_key, payload, priority, state, turn,
    attempt, fence, max_attempts, run_at, lease_until, again, error, created_at, died_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Writes a job unchanged. One with its key that waits or runs is gone in the other database, and goes. */
export function insertJob(sql: Sql, job: StoredJob): void {
  const tenantId = job.tenant === null ? NO_TENANT : ensureTenant(sql, job.tenant)
  if (job.key !== null && job.state !== 'dead') {
    sql(
      `DELETE FROM jobs WHERE tenant_id = ? AND kind = ? AND unique_key = ? AND unique_key IS NOT NULL
        AND state <> ${JOB_DEAD}`,
    ).run(tenantId, job.kind, job.key)
  }
  sql(INSERT_JOB).run(
    job.id,
    tenantId,
    job.kind,
    job.key,
    JSON.stringify(job.payload),
    job.priority,
    jobStateCell(job),
    job.turn,
    job.attempt,
    job.fence,
    job.maxAttempts,
    parseTimestamp(job.runAt),
    parseTimestampOrNull(job.leaseUntil),
    job.isAgain ? 1 : 0,
    job.error,
    parseTimestamp(job.createdAt),
    parseTimestampOrNull(job.diedAt),
  )
}
