import {
  type ClaimedJob,
  claimedJobOfCells,
  type Job,
  type JobCells,
  jobOfCells,
  jobStateCell,
  parseTimestamp,
  parseTimestampOrNull,
  type StoredJob,
  storedJobOfCells,
} from '@stowage/core/internal'

/** A row of `jobs` with the name of its tenant. */
export type JobRow = JobCells<unknown, boolean>

/** Selects a `JobRow`; a `WHERE` follows. */
export const SELECT_JOB =
  'SELECT t.name AS tenant, x.* FROM $schema.jobs x LEFT JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The job of a row. */
export function jobOfRow(row: JobRow): Job {
  return jobOfCells(row, row.payload)
}

/** The job of the row of a running job. */
export function claimedJobOfRow(row: JobRow): ClaimedJob {
  return claimedJobOfCells(row, row.payload)
}

/** All that a row has. */
export function storedJobOfRow(row: JobRow): StoredJob {
  return storedJobOfCells(row, row.payload, row.again)
}

/** The row of a job, unchanged. */
export function rowOfJob(job: StoredJob, tenantId: number): Omit<JobRow, 'tenant'> {
  return {
    id: job.id,
    tenant_id: tenantId,
    kind: job.kind,
    unique_key: job.key,
    payload: job.payload,
    priority: job.priority,
    state: jobStateCell(job),
    turn: job.turn,
    attempt: job.attempt,
    fence: job.fence,
    max_attempts: job.maxAttempts,
    run_at: parseTimestamp(job.runAt),
    lease_until: parseTimestampOrNull(job.leaseUntil),
    again: job.isAgain,
    error: job.error,
    created_at: parseTimestamp(job.createdAt),
    died_at: parseTimestampOrNull(job.diedAt),
  }
}
