import type { Worker } from 'node:worker_threads'
import { Batches } from '../../async/batches.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { storeClosed } from '../../errors/metadata-errors.ts'
import { isStowageError, StowageError } from '../../errors/stowage-error.ts'
import { toThreadError } from '../../errors/system-errors.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { Outcome } from './batch.ts'
import type { Operation, RequestOf, ResultOf, Verb } from './operation.ts'
import { fromPlainError } from './plain-error.ts'
import { openWriterThread, type WriterThread } from './writer-thread.ts'

/** The most operations that share a commit: limits how many one lost commit leaves unknown. */
const MAX_BATCH = 1000

interface Job {
  /** `null`: overwrites deleted data, alone. */
  readonly operation: Operation | null
  resolve(value: unknown): void
  reject(error: unknown): void
}

/**
 * The queue in front of the writer thread. Operations that arrive during a commit share the next commit (group
 * commit). When the thread dies, its operations are `outcome_unknown`, and the next ones go to a new thread. They
 * are `unavailable` when no thread can start.
 */
export class Writer {
  readonly #spawn: () => Worker
  readonly #clock: Clock | undefined
  readonly #batches: Batches<Job> = new Batches({
    most: MAX_BATCH,
    weightOf: ({ operation }) => (operation === null ? Infinity : 1),
    gathers: true,
    run: (jobs) => this.#commit(jobs),
  })
  #thread: WriterThread | null = null
  #starting: Promise<WriterThread> | null = null
  #soon: NodeJS.Timeout | undefined
  #closing: Promise<void> | null = null

  /** The thread uses the system's time, unless a clock is given. It starts with the first write or earlier. */
  constructor(spawn: () => Worker, clock?: Clock) {
    this.#spawn = spawn
    this.#clock = clock
  }

  /** Resolves when the database is open for writing; rejects when it cannot be opened. */
  async start(): Promise<void> {
    if (this.#closing !== null) throw storeClosed()
    await this.#opened()
  }

  /** Starts the thread after `delay` milliseconds. If it cannot start, the next write reports why. */
  startLater(delay: number): void {
    this.#soon = setTimeout(() => this.start().catch(() => {}), delay).unref()
  }

  /** Resolves when the operation is committed. `closed` after `close`. */
  write<V extends Verb>(verb: V, request: RequestOf<V>): Promise<ResultOf<V>> {
    if (this.#closing !== null) return Promise.reject(storeClosed())
    const operation = { verb, request } as unknown as Operation
    return new Promise((resolve, reject) => {
      const job: Job = { operation, resolve: resolve as Job['resolve'], reject }
      this.#batches.add([job])
    })
  }

  /** Resolves when deleted data is overwritten; writes wait meanwhile. `unavailable`, `closed` after `close`. */
  scrub(): Promise<void> {
    if (this.#closing !== null) return Promise.reject(storeClosed())
    return new Promise((resolve, reject) => {
      const alone: Job = { operation: null, resolve: () => resolve(), reject }
      this.#batches.add([alone])
    })
  }

  /** Commits queued operations, then closes the connection and releases the thread. Idempotent. */
  close(): Promise<void> {
    clearTimeout(this.#soon)
    this.#closing ??= (async () => {
      await this.#batches.idle()
      await this.#starting?.catch(() => {})
      await this.#thread?.close()
    })()
    return this.#closing
  }

  async #scrub({ resolve, reject }: Pick<Job, 'resolve' | 'reject'>): Promise<void> {
    try {
      const thread = await this.#openThread()
      await thread.scrub()
      resolve(undefined)
    } catch (error) {
      const failed = new StowageError('unavailable', 'The writer ended.', { cause: error })
      reject(isStowageError(error) ? error : failed)
    }
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    const operations: Operation[] = []
    for (const job of jobs) {
      if (job.operation === null) return this.#scrub(job)
      operations.push(job.operation)
    }
    try {
      const outcomes = await this.#run(operations)
      jobs.forEach((job, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) job.reject(new Error('An operation was not answered.'))
        else if ('value' in outcome) job.resolve(outcome.value)
        else job.reject(fromPlainError(outcome.error))
      })
    } catch (error) {
      // Nothing was sent: one caller's invalid value must not fail the others.
      const separately = isStowageError(error, 'invalid_argument') && jobs.length > 1
      if (separately) for (const job of jobs) await this.#commit([job])
      else for (const job of jobs) job.reject(error)
    }
  }

  async #run(operations: readonly Operation[]): Promise<readonly Outcome[]> {
    const thread = await this.#openThread()
    try {
      const clock = this.#clock
      return await thread.run(clock === undefined ? { operations } : { operations, at: clock() })
    } catch (error) {
      throw thread.ended
        ? new StowageError('outcome_unknown', 'The writer ended during a commit.', { cause: error })
        : invalidArgument('request', 'A request is not plain data.', error)
    }
  }

  async #openThread(): Promise<WriterThread> {
    try {
      return await this.#opened()
    } catch (cause) {
      const answered = toThreadError(cause)
      if (isStowageError(answered) && answered.code !== 'invalid_argument') throw answered
      throw new StowageError('unavailable', 'The writer thread cannot be started.', { cause })
    }
  }

  /** The running thread, or the one that is starting; else a new one. */
  #opened(): Promise<WriterThread> {
    if (this.#thread !== null && !this.#thread.ended) return Promise.resolve(this.#thread)
    this.#starting ??= this.#startThread().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async #startThread(): Promise<WriterThread> {
    this.#thread = await openWriterThread(this.#spawn())
    return this.#thread
  }
}
