import { setImmediate } from 'node:timers/promises'
import { isStowageError } from '@stowage/core'
import type { Inserted, InsertRequest } from '@stowage/core/internal'
import { QueryFailure } from '../connection/failure.ts'
import type { InsertOutcome } from './insert-decisions.ts'

/** The most assets and requests that share a commit: limits how many one lost commit leaves unknown. */
const MAX_ASSETS = 500

/** Batches at a time: the database works on one while this process works on the other. */
const LANES = 2

type InsertBatch = (requests: readonly InsertRequest[]) => Promise<readonly InsertOutcome[]>

interface Job {
  readonly request: InsertRequest
  resolve(inserted: Inserted): void
  reject(error: unknown): void
}

/** Gathers the inserts of this process. Inserts that arrive during a batch share the next batch (group commit). */
export function createInsertQueue(
  insertBatch: InsertBatch,
): (request: InsertRequest) => Promise<Inserted> {
  let queue: Job[] = []
  let lanes = 0

  async function runLane(): Promise<void> {
    while (queue.length > 0) {
      // Lets callers that just got their result, and those of the same event loop turn, join this commit.
      await setImmediate()
      await commit(takeJobs())
    }
    lanes -= 1
  }

  /** The oldest jobs: at least one, if there is any. */
  function takeJobs(): readonly Job[] {
    let assets = 0
    const end = queue.findIndex(({ request }, index) => {
      assets += request.assets.length
      return assets > MAX_ASSETS && index > 0
    })
    const jobs = end === -1 ? queue : queue.slice(0, end)
    queue = end === -1 ? [] : queue.slice(end)
    return jobs
  }

  async function commit(jobs: readonly Job[]): Promise<void> {
    if (jobs.length === 0) return
    try {
      const outcomes = await insertBatch(jobs.map(({ request }) => request))
      jobs.forEach((job, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) job.reject(new Error('An insert was not answered.'))
        else if (isStowageError(outcome)) job.reject(outcome)
        else job.resolve(outcome)
      })
    } catch (error) {
      // One caller's invalid value must not fail the others.
      if (jobs.length > 1 && isOddValue(error)) for (const job of jobs) await commit([job])
      else for (const job of jobs) job.reject(error)
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject })
      if (lanes === LANES) return
      lanes += 1
      void runLane()
    })
}

/** Whether the values of one request were at fault, not the database or another transaction. */
function isOddValue(error: unknown): boolean {
  if (error instanceof QueryFailure) return error.kind === 'taken' || error.kind === 'value'
  return !isStowageError(error)
}
