import {
  type ClaimedJob,
  formatTimestamp,
  formatTimestampOrNull,
  type Job,
  parseTimestamp,
  parseTimestampOrNull,
  type StoredJob,
} from '@stowage/core/internal'

/** The numbers of the states. `READY` and `DELAYED` jobs wait: to be claimed, and for their time. */
export const READY = 0
export const DELAYED = 1
export const RUNNING = 2
export const DEAD = 3

/** Stands for a tenant in jobs of the whole store. No tenant has this number. */
export const WHOLE_STORE = 0

/** A row of `jobs` with the name of its tenant. */
export interface JobRow {
  readonly id: string
  readonly tenant: string | null
  readonly tenant_id: number
  readonly kind: string
  readonly unique_key: string | null
  readonly payload: unknown
  readonly priority: number
  readonly state: number
  readonly turn: number | null
  readonly attempt: number
  readonly fence: number
  readonly max_attempts: number
  readonly run_at: number
  readonly lease_until: number | null
  readonly again: boolean
  readonly error: string | null
  readonly created_at: number
  readonly died_at: number | null
}

/** Selects a `JobRow`; a `WHERE` follows. */
export const SELECT_JOB =
  'SELECT t.name AS tenant, x.* FROM $schema.jobs x LEFT JOIN $schema.tenants t ON t.id = x.tenant_id'

/** The job of a row. */
export function jobOfRow(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.unique_key,
    tenant: row.tenant,
    payload: row.payload,
    priority: row.priority,
    state: row.state === DEAD ? 'dead' : row.state === RUNNING ? 'running' : 'waiting',
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    runAt: formatTimestamp(row.run_at),
    leaseUntil: formatTimestampOrNull(row.lease_until),
    error: row.error,
    createdAt: formatTimestamp(row.created_at),
  }
}

/** The job of the row of a running job. */
export function claimedJobOfRow(row: JobRow): ClaimedJob {
  return Object.assign(jobOfRow(row), { fence: row.fence })
}

/** All that a row has. */
export function storedJobOfRow(row: JobRow): StoredJob {
  const { turn, again: isAgain, died_at: diedAt } = row
  const rest = { turn, isAgain, diedAt: formatTimestampOrNull(diedAt) }
  return Object.assign(claimedJobOfRow(row), rest)
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
    state: stateOf(job),
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

function stateOf({ state, turn }: StoredJob): number {
  if (state !== 'waiting') return state === 'dead' ? DEAD : RUNNING
  return turn === null ? DELAYED : READY
}
