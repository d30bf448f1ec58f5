import type { Timestamp } from '../assets/asset.ts'

/** The longest payload of a job, in bytes of its JSON text: 64 KiB. */
export const MAX_JOB_PAYLOAD = 65_536
/** The longest key of a job, in characters. */
export const MAX_JOB_KEY = 255
/** The longest text of a job's last error, in characters. */
export const MAX_JOB_ERROR = 1000
/** The most attempts that a job may have. */
export const MAX_JOB_ATTEMPTS = 100
/** The most jobs of one call. */
export const MAX_JOBS = 1000
/** The longest delay of a job, in milliseconds: 366 days. */
export const MAX_JOB_DELAY = 31_622_400_000
/** What the name of a kind looks like, in 1 … 64 characters. */
export const JOB_KIND: RegExp = /^[a-z][a-z0-9._-]{0,63}$/
/** Kinds of the store itself begin like this. No kind of an app does. */
export const OWN_JOB_KINDS = 'stowage.'

/**
 * `waiting`: for its time, or for a process that runs it. `running`: a process runs it. `dead`: its attempts are used
 * up, or it was refused; it stays until it is retried, discarded or forgotten. A job that is done is deleted.
 */
export type JobState = 'waiting' | 'running' | 'dead'

/** Work that is done later, in the background, at least once. */
export interface Job {
  /** UUIDv7. */
  readonly id: string
  /** What is to be done: 1 … 64 of `a-z`, `0-9`, `.`, `_`, `-`. Kinds that begin with `stowage.` are the store's own. */
  readonly kind: string
  /** At most one job of a tenant with this kind and key waits or runs at a time. `null`: any number. */
  readonly key: string | null
  /** `null`: of the whole store. */
  readonly tenant: string | null
  /** Plain JSON, at most 64 KiB: ids, never records. */
  readonly payload: unknown
  /** -100 … 100. Higher first. */
  readonly priority: number
  readonly state: JobState
  /** How often it was begun since it was enqueued or retried; 0 before the first time. */
  readonly attempt: number
  /**
   * It is dead when this many attempts failed. 1 … 100. Each time that its key was enqueued again during its last attempt,
   * it gets one more.
   */
  readonly maxAttempts: number
  /** It does not run before. */
  readonly runAt: Timestamp
  /** While it runs: when another process may take it over, unless its lease is renewed. Otherwise `null`. */
  readonly leaseUntil: Timestamp | null
  /** Why the last attempt failed, at most 1,000 characters; `null`: none did. */
  readonly error: string | null
  readonly createdAt: Timestamp
}

/** A job to enqueue. */
export interface NewJob {
  readonly kind: string
  /** `null`: none. */
  readonly key: string | null
  readonly payload: unknown
  readonly priority: number
  /** Milliseconds from now, 0 … `MAX_JOB_DELAY`. */
  readonly delay: number
  readonly maxAttempts: number
}

/** What a process holds of a job that it runs. */
export interface JobHold {
  readonly id: string
  /** Differs each time the job is begun, also after `attempt` began again: only its last holder can end it. */
  readonly fence: number
}

/** A job that this process has begun to run. */
export interface ClaimedJob extends Job, JobHold {}

/** A job with all that a database keeps of it. */
export interface StoredJob extends ClaimedJob {
  /** Its position among waiting jobs of its kind and priority; `null`: it waits for its time, runs or is dead. */
  readonly turn: number | null
  /** Whether it was enqueued again since it was begun. */
  readonly isAgain: boolean
  /** When it died; `null`: it is not dead. */
  readonly diedAt: Timestamp | null
}

/** A write that may enqueue jobs. */
export interface Enqueueing {
  /**
   * Jobs of the tenant, enqueued in the transaction of the write, as by `JobRecords.enqueue`. None when the write
   * changes nothing, and none while the tenant is being erased. Default: none.
   */
  readonly jobs?: readonly NewJob[]
}
