import { formatTimestamp, formatTimestampOrNull, type Micros } from '../time/timestamp.ts'
import type { ClaimedJob, Job, StoredJob } from './job.ts'

/** The numbers of the states. `JOB_READY` and `JOB_DELAYED` jobs wait: to be claimed, and for their time. */
export const JOB_READY = 0
export const JOB_DELAYED = 1
export const JOB_RUNNING = 2
export const JOB_DEAD = 3

/** Stands for a tenant in jobs of the whole store. No tenant has this number. */
export const NO_TENANT = 0

/** A row of `jobs` with the name of its tenant. `Payload`, `Flag`: what the database has for these. */
export interface JobCells<Payload, Flag> {
  readonly id: string
  readonly tenant: string | null
  readonly tenant_id: number
  readonly kind: string
  readonly unique_key: string | null
  readonly payload: Payload
  readonly priority: number
  readonly state: number
  readonly turn: number | null
  readonly attempt: number
  readonly fence: number
  readonly max_attempts: number
  readonly run_at: Micros
  readonly lease_until: Micros | null
  readonly again: Flag
  readonly error: string | null
  readonly created_at: Micros
  readonly died_at: Micros | null
}

type AnyCells = JobCells<unknown, unknown>

/** The job of a row. */
export function jobOfCells(row: AnyCells, payload: unknown): Job {
  return {
    id: row.id,
    kind: row.kind,
    key: row.unique_key,
    tenant: row.tenant,
    payload,
    priority: row.priority,
    state: row.state === JOB_DEAD ? 'dead' : row.state === JOB_RUNNING ? 'running' : 'waiting',
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    runAt: formatTimestamp(row.run_at),
    leaseUntil: formatTimestampOrNull(row.lease_until),
    error: row.error,
    createdAt: formatTimestamp(row.created_at),
  }
}

/** The job of the row of a running job. */
export function claimedJobOfCells(row: AnyCells, payload: unknown): ClaimedJob {
  return Object.assign(jobOfCells(row, payload), { fence: row.fence })
}

/** All that a row has. */
export function storedJobOfCells(row: AnyCells, payload: unknown, isAgain: boolean): StoredJob {
  const rest = { turn: row.turn, isAgain, diedAt: formatTimestampOrNull(row.died_at) }
  return Object.assign(claimedJobOfCells(row, payload), rest)
}

/** The number of the state of a job. */
export function jobStateCell({ state, turn }: Pick<StoredJob, 'state' | 'turn'>): number {
  if (state !== 'waiting') return state === 'dead' ? JOB_DEAD : JOB_RUNNING
  return turn === null ? JOB_DELAYED : JOB_READY
}
