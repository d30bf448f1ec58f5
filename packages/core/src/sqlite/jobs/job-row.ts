import type { ClaimedJob, Job, StoredJob } from '../../jobs/job.ts'
import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'

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
  readonly payload: string
  readonly priority: number
  readonly state: number
  readonly turn: number | null
  readonly attempt: number
  readonly fence: number
  readonly max_attempts: number
  readonly run_at: Micros
  readonly lease_until: Micros | null
  readonly again: 0 | 1
  readonly error: string | null
  readonly created_at: Micros
  readonly died_at: Micros | null
}

/** Selects a `JobRow`; a `WHERE` follows. */
export const SELECT_JOB =
  'SELECT t.name AS tenant, x.* FROM jobs x LEFT JOIN tenants t ON t.id = x.tenant_id'

/** The job of a row. */
export function jobOfRow(row: JobRow): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.unique_key,
    tenant: row.tenant,
    payload: JSON.parse(row.payload) as unknown,
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
  const { turn, again, died_at: diedAt } = row
  const rest = { turn, isAgain: again === 1, diedAt: formatTimestampOrNull(diedAt) }
  return Object.assign(claimedJobOfRow(row), rest)
}

/** Writes a row of all columns. */
export const INSERT_JOB = `INSERT INTO jobs (id, tenant_id, kind, unique_key, payload, priority, state, turn,
    attempt, fence, max_attempts, run_at, lease_until, again, error, created_at, died_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** Writes a job unchanged. One with its key that waits or runs is gone in the other database, and goes. */
export function insertJob(sql: Sql, job: StoredJob): void {
  const tenantId = job.tenant === null ? WHOLE_STORE : ensureTenant(sql, job.tenant)
  if (job.key !== null && job.state !== 'dead') {
    sql(
      `DELETE FROM jobs WHERE tenant_id = ? AND kind = ? AND unique_key = ? AND unique_key IS NOT NULL
        AND state <> ${DEAD}`,
    ).run(tenantId, job.kind, job.key)
  }
  sql(INSERT_JOB).run(
    job.id,
    tenantId,
    job.kind,
    job.key,
    JSON.stringify(job.payload),
    job.priority,
    stateOf(job),
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

function stateOf({ state, turn }: StoredJob): number {
  if (state !== 'waiting') return state === 'dead' ? DEAD : RUNNING
  return turn === null ? DELAYED : READY
}
