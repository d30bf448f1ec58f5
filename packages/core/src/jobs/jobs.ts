import type { CallOptions } from '../options/call-options.ts'
import type { Job, JobState } from './job.ts'
import type { JobPage, RetriedJobs } from './job-records.ts'

/** The most jobs that one process runs at a time. */
export const MAX_CONCURRENT_JOBS = 1000

/** One job, as its handler gets it, in a store of this type. */
export interface JobTaskIn<Store, Payload = unknown> {
  readonly id: string
  readonly kind: string
  /** Name of the tenant that enqueued it. */
  readonly tenant: string
  /** What `enqueue` was given. */
  readonly payload: Payload
  /** 1 for the first attempt. */
  readonly attempt: number
  /** The view of this tenant, with the actor of the view that defined the kind. */
  readonly store: Store
  /**
   * Aborts when this process no longer holds the job, when the job takes longer than `timeoutMs`, and when `close` of
   * the store has waited for `advanced.closeTimeout`. Pass it on to `fetch` and to calls of the store.
   */
  readonly signal: AbortSignal
}

/**
 * Does the work of a job. Once it returns, or its promise resolves, the job is done. When it throws, the job runs
 * again later; `new StowageError('job_refused', 'why')` ends it at once. It may run more than once for the same job, so
 * what it does must bear repetition.
 */
export type JobHandlerIn<Store, Payload = unknown> = (job: JobTaskIn<Store, Payload>) => unknown

/** Options of `jobs.define`. */
export interface DefineJobOptions {
  /** How many jobs of this kind this process runs at a time. 1 … 1000. Default 4. */
  readonly concurrency?: number
  /**
   * Milliseconds after which the signal of a job aborts. The job keeps its lease until its handler ends. Default: never;
   * 1 to 24 days.
   */
  readonly timeoutMs?: number
}

/** Options of `jobs.enqueue`. */
export interface EnqueueOptions extends CallOptions {
  /**
   * At most one job of the tenant with this kind and key waits or runs. While one waits, `enqueue` adds none and resolves
   * to its id: it keeps its payload, and gets the earlier time and the higher priority; but one that waits after a failed
   * attempt keeps that time. While one runs, that one runs once more as soon as its attempt has ended. When the attempt
   * fails, it waits as after any failure; after the last attempt it gets one more. 1 … 255 characters. Default: none, so
   * each call adds a job.
   */
  readonly key?: string
  /** The job does not run before; at most 366 days from now. Default: at once. */
  readonly runAt?: Date
  /** Instead of `runAt`: milliseconds from now. */
  readonly delayMs?: number
  /** -100 … 100, higher first. Default 0. */
  readonly priority?: number
  /** After so many failed attempts the job is dead. 1 … 100. Default 10: the last one comes at most 43
   * minutes after the first. */
  readonly maxAttempts?: number
}

/** Options of `jobs.iterate`: which jobs. */
export interface JobFilter extends CallOptions {
  /** Default: all kinds, those of the store itself too. */
  readonly kind?: string
  /** Default: all states. */
  readonly state?: JobState
}

/** Options of `jobs.list`: which jobs, and which page of them. */
export interface ListJobsOptions extends JobFilter {
  /** The `next` of the page before. Default: from the oldest. */
  readonly after?: string | null
  /** At most how many, 1 … 1000. Default 100. */
  readonly limit?: number
}

/** Jobs that wait, run or are dead. A job that is done is gone. */
export interface JobList {
  /** Lists one page of jobs, the oldest first. A page may have fewer than `limit`, even none, although others follow. */
  list(options?: ListJobsOptions): Promise<JobPage>
  /** Iterates over all of them, the oldest first, with one page in memory at a time. */
  iterate(options?: JobFilter): AsyncIterable<Job>
  /** Resolves to one job. `job_not_found`, also when it is done. */
  get(id: string, options?: CallOptions): Promise<Job>
  /**
   * Makes dead jobs wait again, from now on, with all their attempts. Others stay as they are. At most 1000 ids:
   * `too_many_ids`.
   */
  retry(ids: string | readonly string[], options?: CallOptions): Promise<RetriedJobs>
  /**
   * Deletes jobs in any state. What a running one still does is not recorded. Its signal aborts at once if it runs in
   * this process, otherwise within 10 seconds. Its key is free at once: another job of the key may run beside it until
   * its handler has ended. Resolves to the ids of those that there were. At most 1000 ids: `too_many_ids`.
   */
  discard(ids: string | readonly string[], options?: CallOptions): Promise<readonly string[]>
}

/**
 * Work in the background of one tenant, kept in the database of the store: at least once, in one process at a time. A
 * scoped store refuses these methods as `invalid_argument`.
 *
 * @example
 * ```ts
 * import { openAssetStore } from '@stowage/core'
 *
 * const store = await openAssetStore({ directory: './media' })
 * const jobs = store.jobs.typed<{ describe: { assetId: string } }>()
 * jobs.define('describe', async ({ payload, store, signal }) => {
 *   const asset = await store.get(payload.assetId, { signal })
 *   await store.update(asset.id, { title: `A file of ${asset.size} bytes` })
 * })
 * const { id } = await store.upload(Buffer.from('hello'), { name: 'hello.txt' })
 * await jobs.enqueue('describe', { assetId: id }, { key: id })
 * ```
 */
export interface JobsIn<Store, Kinds extends object = Readonly<Record<string, unknown>>>
  extends JobList {
  /**
   * Says how jobs of a kind are done. From then on this process runs them, of all tenants, unless the store option
   * `jobs` says `work: false`. Jobs of kinds that no process defines wait. Returns a function that ends it: no more jobs
   * begin here. A kind is 1 … 64 of `a-z`, `0-9`, `.`, `_` and `-`, and begins with a letter; those that begin with
   * `stowage.` are the store's own. `invalid_argument` when the kind is defined already.
   */
  define<Kind extends keyof Kinds & string>(
    kind: Kind,
    handler: JobHandlerIn<Store, Kinds[Kind]>,
    options?: DefineJobOptions,
  ): () => void
  /**
   * Adds a job; resolves to its id once it is durable. `payload` is plain JSON of at most 64 KiB: pass ids, and read the
   * record when the job runs. `unavailable` while the tenant is being erased, and on a store that is `readOnly`.
   */
  enqueue<Kind extends keyof Kinds & string>(
    kind: Kind,
    payload: Kinds[Kind],
    options?: EnqueueOptions,
  ): Promise<string>
  /** The same jobs, with the payload of each kind for the compiler. */
  typed<Named extends object>(): JobsIn<Store, Named>
}
