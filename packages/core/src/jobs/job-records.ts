import type { ClaimedJob, Job, JobHold, JobState, NewJob } from './job.ts'

/** Jobs of one tenant; `null`: those of the whole store. */
export interface EnqueueRequest {
  readonly tenant: string | null
  /** 1 … 1000. */
  readonly jobs: readonly NewJob[]
}

/** Which jobs a process asks for. */
export interface ClaimRequest {
  /** Distinct kinds, and at most how many jobs of each. Jobs of other kinds are left alone. */
  readonly kinds: readonly { readonly kind: string; readonly limit: number }[]
  /** At most how many in all. 1 … 1000. */
  readonly limit: number
  /** Milliseconds until another process may take over what is not renewed, at most `MAX_LEASE`. */
  readonly lease: number
}

/** What a process gets. */
export interface Claimed {
  /** Those that it runs now. */
  readonly jobs: readonly ClaimedJob[]
  /** Those that this claim made dead: their processes ended in their last attempts. No other claim tells of them. */
  readonly dead: readonly Job[]
}

/** Which jobs `list` returns. */
export interface JobQuery {
  /** `null`: only those of the whole store. Default: those of all tenants, too. */
  readonly tenant?: string | null
  /** Default: every kind. */
  readonly kind?: string
  /** Default: every state. */
  readonly state?: JobState
  /** The `next` of the page before. `null`: from the first. */
  readonly after: string | null
  /** 1 … 1000. */
  readonly limit: number
}

/** A part of a list of jobs. */
export interface JobPage {
  /** By id. A page may have fewer than `limit`, even none, although others follow. */
  readonly jobs: readonly Job[]
  /** Continues; `null`: no others follow. */
  readonly next: string | null
}

/** Jobs by their ids. */
export interface JobIds {
  /** `null`: only those of the whole store. Default: of any tenant. Others count as unknown. */
  readonly tenant?: string | null
  /** Distinct; 1 … 1000. */
  readonly ids: readonly string[]
}

/** What `retry` did. */
export interface RetriedJobs {
  /** Those that wait now, in the order given. */
  readonly retried: readonly string[]
  /** Those that stay dead: another job of their kind and key waits or runs, and does the same. */
  readonly blocked: readonly string[]
}

/** Of jobs that a process asked for by its holds. */
export interface HeldIds {
  /** The ids of those that it holds, in the order given. */
  readonly held: readonly string[]
  /** Those that another transaction writes at the moment: nothing was done about them. Ask again, soon. */
  readonly busy: readonly string[]
}

/** How a job goes on that is not done. */
export interface JobNext {
  /** Plain JSON, at most 64 KiB. */
  readonly payload: unknown
  /** Milliseconds, 0 … `MAX_JOB_DELAY`; `null`: it does not go on. */
  readonly delay: number | null
  /** At most `MAX_JOB_ERROR` characters. `null`: nothing is wrong. */
  readonly error: string | null
}

/** What the end of an attempt made of a job that is not done. */
export type JobFailure = 'waiting' | 'dead'

/**
 * Work in the background: role `jobs` of a `MetadataStore`, whose rules hold for every method. Writes of the other
 * roles enqueue jobs in their own transaction, when their request has `jobs`.
 *
 * A job is done at least once. It runs in one process at a time, for as long as that process renews its lease. The
 * `fence` of a claim tells its holder from earlier ones: a call with an older fence changes nothing.
 */
export interface JobRecords {
  /**
   * Enqueues jobs; resolves to their ids, in the order given. `unavailable` while the tenant is being erased.
   *
   * When a job of the tenant with the same kind and key waits, it stands for both: it keeps its payload, runs at the
   * earlier time, and gets the higher priority. One that waits after a failed attempt keeps that time. When one runs, it
   * waits once more when its attempt has ended. So nothing that is enqueued is lost.
   */
  enqueue(request: EnqueueRequest): Promise<readonly string[]>
  /**
   * Begins due jobs: each runs now, with `attempt` one higher, until its lease ends. Higher priorities come first.
   * Within a kind and priority, tenants take turns; the jobs of a tenant come in the order in which they became due.
   * Jobs whose lease has ended come again; when their attempts are used up, they become dead. Writes nothing when no
   * job is due. However many are due, a call looks at a bounded number of them.
   */
  claim(request: ClaimRequest): Promise<Claimed>
  /** Gives the leases of jobs a new end. Never waits for another transaction. */
  renew(request: { readonly jobs: readonly JobHold[]; readonly lease: number }): Promise<HeldIds>
  /**
   * Deletes jobs that are done. One that was enqueued again meanwhile waits, from now on, with no attempt behind it.
   * Never waits for another transaction.
   */
  complete(request: { readonly jobs: readonly JobHold[] }): Promise<HeldIds>
  /**
   * Ends a failed attempt: the job waits for `retryIn` milliseconds. With `null`, or when its attempts are used up, it
   * is dead. One that was enqueued again meanwhile waits instead: for `retryIn`, with its attempts behind it, even when
   * they are used up; with `null` from now on, with none. Resolves to what became of it; `null` when it was not held.
   */
  fail(
    request: JobHold & {
      /** At most `MAX_JOB_ERROR` characters. Never a stack. */
      readonly error: string
      readonly retryIn: number | null
    },
  ): Promise<JobFailure | null>
  /**
   * Ends an attempt that has done a part of the work: in the same transaction the job gets the `payload` of the rest, and
   * waits for `delay` milliseconds, with no attempt behind it. What was enqueued meanwhile counts as part of it. With a
   * `delay` of `null` it is dead instead, because of `error`; one that was enqueued again meanwhile then waits, from
   * now on. Resolves to what became of it; `null` when it was not held.
   */
  proceed(request: JobHold & JobNext): Promise<JobFailure | null>
  /**
   * Gives jobs back: they wait, from now on, and the attempt does not count. For a process that ends. Leaves alone those
   * that another transaction writes: their leases lapse. Resolves to the ids of those that it gave back, in the order
   * given.
   */
  release(request: { readonly jobs: readonly JobHold[] }): Promise<readonly string[]>
  /** Milliseconds until the next job of these kinds can be claimed; 0: now. `null`: there is none. */
  nextDue(request: { readonly kinds: readonly string[] }): Promise<number | null>
  /**
   * A number that is another one once anyone has written to the database, told without reading a row. `null`: the
   * database cannot tell it so cheaply, so ask `nextDue` from time to time.
   */
  version(): Promise<number | null>
  /** Lists jobs by id. Each call looks at a bounded number of them. */
  list(query: JobQuery): Promise<JobPage>
  /** `null` when there is no such job, or it is not of the tenant (see `JobIds`). */
  get(query: { readonly tenant?: string | null; readonly id: string }): Promise<Job | null>
  /** Dead jobs wait again, from now on, with no attempt behind them. Others stay as they are. */
  retry(request: JobIds): Promise<RetriedJobs>
  /**
   * Deletes jobs in any state. What a running one still does is not recorded, and its lease cannot be renewed. Resolves
   * to the ids of those that existed, in the order given.
   */
  discard(request: JobIds): Promise<readonly string[]>
  /**
   * Forgets jobs that have been dead for longer than this many milliseconds, the longest first, at most `limit`. The
   * age is measured as for `assets.purge`. Resolves to how many were forgotten.
   */
  prune(request: { readonly olderThan: number; readonly limit: number }): Promise<number>
}
