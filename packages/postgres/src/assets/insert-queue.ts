import { isStowageError } from '@stowage/core'
import { Batches, type Inserted, type InsertRequest } from '@stowage/core/internal'
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
  const batches = new Batches<Job>({
    most: MAX_ASSETS,
    weightOf: ({ request }) => request.assets.length,
    lanes: LANES,
    gathers: true,
    run: commit,
  })

  async function commit(jobs: readonly Job[]): Promise<void> {
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
      const job: Job = { request, resolve, reject }
      batches.add([job])
    })
}

/** Whether the values of one request were at fault, not the database or another transaction. */
function isOddValue(error: unknown): boolean {
  if (error instanceof QueryFailure) return error.kind === 'taken' || error.kind === 'value'
  return !isStowageError(error)
}
