import { setTimeout } from 'node:timers/promises'
import { Batches } from '../async/batches.ts'
import { runAgain } from '../async/run-again.ts'
import { errorMessage } from '../errors/error-facts.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { HeldJob } from './held-jobs.ts'
import { type Job, type JobHold, MAX_JOB_ERROR, MAX_JOBS } from './job.ts'
import type { JobNext, JobRecords } from './job-records.ts'

/** Milliseconds that the first retry waits at most. Each further one may wait twice as long. */
const FIRST_RETRY = 5000
const LONGEST_RETRY = 3_600_000
/** Milliseconds until a job is asked for again that another transaction writes. */
const BUSY_PAUSE = 100

interface JobEndingsOptions {
  readonly jobs: Pick<JobRecords, 'complete' | 'fail' | 'proceed' | 'release'>
  /** From 0 to 1, below 1. */
  readonly random: () => number
  /** A job has failed for good. */
  readonly onDead: (job: Job, error: unknown) => void
  readonly onError: (error: unknown) => void
}

/** Records how jobs ended. Nothing here rejects: the lease of a job whose end could not be recorded lapses. */
export interface JobEndings {
  /** The handler has done its work. */
  complete(held: HeldJob): Promise<void>
  /** The handler threw this. */
  fail(held: HeldJob, error: unknown): Promise<void>
  /** The handler has done a part of its work. */
  proceed(held: HeldJob, next: JobNext): Promise<void>
  /** Gives jobs back. Their attempt does not count. */
  release(holds: readonly JobHold[]): Promise<void>
}

interface Completed {
  readonly held: HeldJob
  recorded(): void
}

export function createJobEndings({ jobs, random, onDead, onError }: JobEndingsOptions): JobEndings {
  /** Jobs that end while others are recorded share the next transaction. */
  const completions = new Batches<Completed>({
    most: MAX_JOBS,
    gathers: true,
    async run(items) {
      const ended = items.map(({ held }) => held.hold)
      const busy = await runAgain(() => jobs.complete({ jobs: ended })).then(
        (answer) => new Set(answer.busy),
        (error: unknown) => {
          onError(error)
          return new Set<string>()
        },
      )
      for (const item of items) {
        if (busy.has(item.held.job.id)) void completeLater(item)
        else item.recorded()
      }
    },
  })

  /** A transaction of the app writes the job. It delays the end of this one only. */
  async function completeLater(item: Completed): Promise<void> {
    await setTimeout(BUSY_PAUSE, undefined, { ref: false })
    if (item.held.isLost) item.recorded()
    else completions.add([item])
  }

  return {
    complete: (held) =>
      new Promise((recorded) => {
        if (held.isLost) recorded()
        else completions.add([{ held, recorded }])
      }),

    async fail({ isLost, hold, job }, error) {
      if (isLost) return
      const isRefused = isStowageError(error, 'job_refused')
      const retryIn = isRefused ? null : retryDelay(job.attempt, random)
      const text = recordedError(error)
      try {
        const became = await runAgain(() =>
          jobs.fail({ id: hold.id, fence: hold.fence, error: text, retryIn }),
        )
        if (became === 'dead') onDead({ ...publicJob(job), state: 'dead', error: text }, error)
      } catch (failure) {
        onError(failure)
      }
    },

    async proceed({ isLost, hold, job }, next) {
      if (isLost) return
      const { id, fence } = hold
      try {
        const became = await runAgain(() => jobs.proceed({ id, fence, ...next }))
        if (became !== 'dead') return
        const dead = { ...publicJob(job), payload: next.payload, state: 'dead', error: next.error }
        onDead(dead as Job, new StowageError('job_refused', next.error ?? ''))
      } catch (failure) {
        onError(failure)
      }
    },

    async release(holds) {
      if (holds.length === 0) return
      await runAgain(() => jobs.release({ jobs: holds })).catch(onError)
    },
  }
}

/** The job as all may see it. */
function publicJob({ fence: _, ...job }: Job & JobHold): Job {
  return { ...job, leaseUntil: null }
}

/**
 * Milliseconds until the next attempt: from 0 to 5 seconds after the first, to twice as much after each further one, at
 * most 1 hour. Random, so that jobs that failed together do not come back together.
 */
export function retryDelay(attempt: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** (attempt - 1)))
}

/** What a record keeps of an error: its message, as every database can hold it. */
export function recordedError(error: unknown): string {
  const message = errorMessage(error).slice(0, MAX_JOB_ERROR).replaceAll('\0', '')
  return message.toWellFormed().trim() || 'It failed without a message.'
}

/** `job_failed`, for `onError`. */
export function jobFailed({ id, kind, tenant, attempt }: Job, cause: unknown): StowageError {
  const after = attempt === 1 ? 'its first attempt' : `${attempt} attempts`
  return new StowageError(
    'job_failed',
    `The job ${id} of kind ${kind} failed for good after ${after}. Retry it once the cause is mended, or discard it. Its error: ${recordedError(cause)}`,
    { cause, context: { id, kind, tenant, attempt } },
  )
}
