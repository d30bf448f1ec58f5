import { storeClosed } from '../errors/metadata-errors.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { tracedIfHeard } from '../tracing/trace.ts'
import { type HeldJob, HeldJobs } from './held-jobs.ts'
import type { ClaimedJob, Job } from './job.ts'
import { PROCESS_ENDED } from './job-changes.ts'
import { createJobEndings } from './job-endings.ts'
import { JobLooks, type Looked, type LookTimes } from './job-looks.ts'
import type { JobNext, JobRecords } from './job-records.ts'

/** Milliseconds that a process may be silent before another one gets its jobs. */
const LEASE = 30_000
/** Milliseconds that handlers have to end, once `close` has aborted their signals. */
const GRACE = 500

/**
 * What runs the jobs of a kind. What it rejects with is the failure of the job. It resolves to how the job goes on when
 * only a part of it is done.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: most kinds have nothing to say.
export type RunJob = (job: Job, signal: AbortSignal) => Promise<JobNext | void>

/** How the jobs of a kind run. */
export interface KindLimits {
  /** Jobs of the kind that this process runs at a time. */
  readonly concurrency: number
  /** Milliseconds until the signal of a job aborts; `null`: never. */
  readonly timeoutMs: number | null
}

/** What runs jobs needs. */
export interface JobRunnerOptions {
  readonly jobs: JobRecords
  /** Whether this process runs jobs. */
  readonly work: boolean
  /** Jobs that this process runs at a time. */
  readonly concurrency: number
  /** Milliseconds that `close` waits for running jobs. */
  readonly closeTimeout: number
  readonly onDead: (job: Job, error: unknown) => void
  readonly onError: (error: unknown) => void
  /** Milliseconds. Default 30 seconds. */
  readonly lease?: number
  /** Default: 500 ms to 5 seconds. */
  readonly looks?: LookTimes
  /** From 0 to 1, below 1. Default `Math.random`. */
  readonly random?: () => number
}

/** Runs the jobs of the kinds that are defined in this process. Without any it does nothing, not even wait. */
export interface JobRunner {
  /** Whether this process runs jobs. */
  readonly works: boolean
  isDefined(kind: string): boolean
  /** Returns the function that ends it: no new jobs of the kind begin, and running ones go on. */
  define(kind: string, run: RunJob, limits: KindLimits): () => void
  /** Looks for jobs at once: this process has enqueued some. */
  wake(): void
  /** Stops running jobs that are deleted. What they still do is not recorded. */
  lose(which: (job: Job) => boolean): void
  /**
   * Begins no more jobs, and waits for those that run, at most `closeTimeout`. Then their signals abort. Those that do
   * not end soon after are given back; their attempt does not count.
   */
  close(): Promise<void>
}

interface Kind extends KindLimits {
  readonly run: RunJob
  running: number
}

export function createJobRunner(options: JobRunnerOptions): JobRunner {
  const { jobs, work, concurrency, closeTimeout, onDead } = options
  const { lease = LEASE, random = Math.random } = options
  const kinds = new Map<string, Kind>()
  const running = new Set<HeldJob>()
  /** Whether the last claim took all that this process could run: there may be more. */
  let isFull = false
  let isClosing = false
  let closed: Promise<void> | undefined
  let onDrained: (() => void) | undefined

  const onError = (error: unknown): void => {
    if (isStowageError(error, 'closed')) {
      // The records are closed for good, by `close` or by the app.
      isClosing = true
      void looks.stop()
    } else options.onError(error)
  }
  const held = new HeldJobs({ jobs, lease, onError })
  const endings = createJobEndings({ jobs, random, onDead, onError })
  const looks = new JobLooks({ look, version: () => jobs.version(), onError, times: options.looks })

  /** The kinds of which another job may begin, and how many. */
  function freeKinds() {
    const limit = concurrency - running.size
    return [...kinds].flatMap(([kind, each]) => {
      const most = Math.min(limit, each.concurrency - each.running)
      return most > 0 ? [{ kind, limit: most }] : []
    })
  }

  async function look(isExpected: boolean): Promise<Looked | null> {
    for (let expected = isExpected; !isClosing; expected = false) {
      const free = freeKinds()
      if (free.length === 0) return null
      if (!expected) {
        const version = await jobs.version()
        const due = await jobs.nextDue({ kinds: free.map(({ kind }) => kind) })
        if (due !== 0 || isClosing) return { due, version }
      }
      const claimed = await claim(free)
      // It was due, and another process has claimed it.
      if (claimed === 0 && !expected) return { due: null }
    }
    return null
  }

  /** Resolves to how many jobs began, or are dead. */
  async function claim(free: ReturnType<typeof freeKinds>): Promise<number> {
    const askedAt = performance.now()
    const most = free.reduce((sum, each) => sum + each.limit, 0)
    const limit = Math.min(most, concurrency - running.size)
    const { jobs: claimed, dead } = await jobs.claim({ kinds: free, limit, lease })
    for (const job of dead) onDead(job, new Error(PROCESS_ENDED))
    isFull = claimed.length >= limit
    const [begun, others] = isClosing ? [[], claimed] : divided(claimed)
    for (const job of begun) begin(job, askedAt)
    await endings.release(others.map(({ id, fence }) => ({ id, fence })))
    return claimed.length + dead.length
  }

  /** Those whose kind is still defined, and the others. */
  function divided(claimed: readonly ClaimedJob[]) {
    return [
      claimed.filter(({ kind }) => kinds.has(kind)),
      claimed.filter(({ kind }) => !kinds.has(kind)),
    ] as const
  }

  function begin(job: ClaimedJob, askedAt: number): void {
    const kind = kinds.get(job.kind) as Kind
    const one = held.hold(job, askedAt)
    running.add(one)
    kind.running += 1
    const ended = runOne(one, kind).catch(onError)
    void ended.finally(() => {
      kind.running -= 1
      running.delete(one)
      held.drop(one)
      if (running.size === 0) onDrained?.()
      if (!isClosing && kinds.size > 0) looks.now(isFull)
    })
  }

  /** Resolves when the end of the job is recorded. */
  async function runOne(one: HeldJob, { run, timeoutMs }: Kind): Promise<void> {
    const timer = timeoutMs === null ? undefined : setTimeout(() => stopLate(one), timeoutMs)
    timer?.unref()
    // biome-ignore lint/suspicious/noConfusingVoidType: as RunJob has it.
    let next: JobNext | void
    try {
      const { id: jobId, kind, tenant, attempt } = one.job
      const about = { parent: null, tenant, kind, jobId, attempt }
      next = await tracedIfHeard('job', about, () => run(one.job, one.signal))
    } catch (error) {
      // `close` ended it: it has not failed.
      if (!isClosing || !(one.signal.aborted || isStowageError(error, 'closed')))
        return await endings.fail(one, error)
      return one.isLost ? undefined : await endings.release([one.hold])
    } finally {
      clearTimeout(timer)
    }
    await (next ? endings.proceed(one, next) : endings.complete(one))
  }

  /** Resolves when no job runs, at the latest after that time. */
  async function drained(millis: number): Promise<void> {
    if (running.size === 0) return
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve) => {
      onDrained = resolve
      timer = setTimeout(resolve, millis)
    })
    clearTimeout(timer)
  }

  async function shutDown(): Promise<void> {
    isClosing = true
    await looks.stop()
    await drained(closeTimeout)
    for (const one of running) one.stop(storeClosed())
    await drained(GRACE)
    const left = [...running].filter(({ isLost }) => !isLost)
    await endings.release(left.map(({ hold }) => hold))
    for (const one of left) one.lose(storeClosed())
    held.close()
  }

  return {
    works: work,
    isDefined: (kind) => kinds.has(kind),
    define(kind, run, limits) {
      const defined: Kind = { ...limits, run, running: 0 }
      kinds.set(kind, defined)
      if (work) looks.now(true)
      return () => {
        if (kinds.get(kind) === defined) kinds.delete(kind)
        if (kinds.size === 0) void looks.stop()
      }
    },
    wake() {
      if (work && !isClosing && kinds.size > 0) looks.now(true)
    },
    lose: (which) => held.lose(which),
    close() {
      closed ??= shutDown()
      return closed
    },
  }
}

function stopLate(one: HeldJob): void {
  const message = 'The job takes longer than timeoutMs of its kind allows.'
  one.stop(new StowageError('unavailable', message))
}
