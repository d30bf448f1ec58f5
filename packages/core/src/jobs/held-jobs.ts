import { StowageError } from '../errors/stowage-error.ts'
import type { ClaimedJob, JobHold } from './job.ts'
import type { JobRecords } from './job-records.ts'

/** Renewals within a lease: two may fail, or find the job busy, before it lapses. */
const RENEWALS = 3

/** A job that this process runs. */
export class HeldJob {
  readonly job: ClaimedJob
  /** When the lease was asked for that it has; milliseconds of a clock that does not jump. */
  askedAt: number
  #isLost = false
  readonly #controller = new AbortController()

  constructor(job: ClaimedJob, askedAt: number) {
    this.job = job
    this.askedAt = askedAt
  }

  /** What the database knows it by. */
  get hold(): JobHold {
    const { id, fence } = this.job
    return { id, fence }
  }

  /** Aborts when the lease is lost, and when this process stops the job. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Whether another process may have the job. What comes of it here is not recorded then. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Asks the handler to end. */
  stop(reason: unknown): void {
    this.#controller.abort(reason)
  }

  lose(reason: unknown): void {
    this.#isLost = true
    this.stop(reason)
  }
}

interface HeldJobsOptions {
  readonly jobs: Pick<JobRecords, 'renew'>
  /** Milliseconds. */
  readonly lease: number
  readonly onError: (error: unknown) => void
}

/** The jobs that this process runs. Their leases are renewed together, as long as there are any. */
export class HeldJobs {
  readonly #options: HeldJobsOptions
  readonly #all = new Set<HeldJob>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeldJobsOptions) {
    this.#options = options
  }

  /** `askedAt`: when the job was asked for, by `performance.now`. */
  hold(job: ClaimedJob, askedAt: number): HeldJob {
    // Its lease was over, and this process got the job again.
    for (const each of this.#all) if (each.job.id === job.id) this.#lose(each)
    const held = new HeldJob(job, askedAt)
    this.#all.add(held)
    this.#timer ??= this.#renewRegularly()
    return held
  }

  /** Renews its lease no longer. */
  drop(held: HeldJob): void {
    this.#all.delete(held)
  }

  /** Stops those that are deleted. */
  lose(which: (job: ClaimedJob) => boolean): void {
    for (const each of this.#all) if (which(each.job)) this.#lose(each)
  }

  /** Ends the renewals. */
  close(): void {
    clearInterval(this.#timer)
    this.#all.clear()
  }

  #renewRegularly(): NodeJS.Timeout {
    const every = this.#options.lease / RENEWALS
    const timer = setInterval(() => {
      if (this.#all.size > 0) return void this.#renew().catch(this.#options.onError)
      clearInterval(timer)
      this.#timer = undefined
    }, every)
    return timer.unref()
  }

  async #renew(): Promise<void> {
    const { jobs, lease } = this.#options
    const askedAt = performance.now()
    for (const each of this.#all) if (askedAt - each.askedAt >= lease) this.#lose(each)
    const asked = [...this.#all]
    if (asked.length === 0) return
    const { held, busy } = await jobs.renew({ jobs: asked.map(({ hold }) => hold), lease })
    const renewed = new Set(held)
    const unknown = new Set(busy)
    for (const each of asked) {
      if (renewed.has(each.job.id)) each.askedAt = askedAt
      else if (!unknown.has(each.job.id) && this.#all.has(each)) this.#lose(each)
    }
  }

  #lose(held: HeldJob): void {
    this.drop(held)
    held.lose(
      new StowageError(
        'unavailable',
        'This process no longer holds the job: it was discarded, or its lease has lapsed because the process was suspended or the database could not be reached.',
      ),
    )
  }
}
