import type { CallOptions } from '../options/call-options.ts'
import { abortSignal, integer, MAX_TIMER } from '../options/checks.ts'
import { type KnownOptions, knownOptions } from '../options/known-options.ts'
import { MAX_JOB_ATTEMPTS, MAX_JOB_DELAY, MAX_JOBS } from './job.ts'
import {
  type DefineJobOptions,
  type EnqueueOptions,
  type JobFilter,
  type ListJobsOptions,
  MAX_CONCURRENT_JOBS,
} from './jobs.ts'

const MOST_PRIORITY = 100
const SIGNAL = { signal: abortSignal } as const
const FILTER = { ...SIGNAL, kind: true, state: true } as const

/** The calls of `AssetStore.jobs`. */
export interface JobCalls {
  readonly defineJob: KnownOptions<DefineJobOptions>
  readonly enqueueJob: KnownOptions<EnqueueOptions>
  readonly listJobs: KnownOptions<ListJobsOptions>
  readonly iterateJobs: KnownOptions<JobFilter>
  readonly getJob: KnownOptions<CallOptions>
  readonly retryJobs: KnownOptions<CallOptions>
  readonly discardJobs: KnownOptions<CallOptions>
}

/** The options of each. */
export const JOB_CALLS: JobCalls = {
  defineJob: knownOptions<DefineJobOptions>('jobs.define', {
    concurrency: integer(1, MAX_CONCURRENT_JOBS),
    timeoutMs: integer(1, MAX_TIMER),
  }),
  enqueueJob: knownOptions<EnqueueOptions>('jobs.enqueue', {
    ...SIGNAL,
    key: true,
    runAt: true,
    delayMs: integer(0, MAX_JOB_DELAY),
    priority: integer(-MOST_PRIORITY, MOST_PRIORITY),
    maxAttempts: integer(1, MAX_JOB_ATTEMPTS),
  }),
  listJobs: knownOptions<ListJobsOptions>('jobs.list', {
    ...FILTER,
    after: true,
    limit: integer(1, MAX_JOBS),
  }),
  iterateJobs: knownOptions<JobFilter>('jobs.iterate', FILTER),
  getJob: knownOptions<CallOptions>('jobs.get', SIGNAL),
  retryJobs: knownOptions<CallOptions>('jobs.retry', SIGNAL),
  discardJobs: knownOptions<CallOptions>('jobs.discard', SIGNAL),
}
