import { isStowageError, type StowageError } from '@stowage/core'
import { Batches } from '@stowage/core/internal'
import { QueryFailure } from './failure.ts'

/** What requests that share a commit may weigh together: limits how many one lost commit leaves unknown. */
const MOST = 500

/** Batches at a time: the database works on one while this process works on the other. */
const LANES = 2

interface GroupCommit<Request, Result> {
  /** How many rows a request adds. */
  weightOf(request: Request): number
  /** Does them in one transaction. Resolves to the result of each, or to the error that refused it. */
  commit(requests: readonly Request[]): Promise<readonly (Result | StowageError)[]>
}

interface Waiting<Request, Result> {
  readonly request: Request
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Gathers the writes of this process that add rows: those that arrive during a batch share the next one. No write may
 * wait for a transaction of the app, else others that the app waits for would wait behind it.
 */
export function createGroupCommit<Request, Result>({
  weightOf,
  commit,
}: GroupCommit<Request, Result>): (request: Request) => Promise<Result> {
  const batches = new Batches<Waiting<Request, Result>>({
    most: MOST,
    weightOf: ({ request }) => weightOf(request),
    lanes: LANES,
    gathers: true,
    run,
  })

  async function run(writes: readonly Waiting<Request, Result>[]): Promise<void> {
    try {
      const outcomes = await commit(writes.map(({ request }) => request))
      writes.forEach((write, index) => {
        const outcome = outcomes[index]
        if (outcome === undefined) write.reject(new Error('A write was not answered.'))
        else if (isStowageError(outcome)) write.reject(outcome)
        else write.resolve(outcome)
      })
    } catch (error) {
      // One caller's invalid value must not fail the others.
      if (writes.length > 1 && isOddValue(error)) for (const write of writes) await run([write])
      else for (const write of writes) write.reject(error)
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const write: Waiting<Request, Result> = { request, resolve, reject }
      batches.add([write])
    })
}

/** Whether the values of one request were at fault, not the database or another transaction. */
function isOddValue(error: unknown): boolean {
  if (error instanceof QueryFailure) return error.kind === 'taken' || error.kind === 'value'
  return !isStowageError(error)
}
