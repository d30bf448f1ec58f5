import { setTimeout as pause } from 'node:timers/promises'
import { isStowageError } from '@stowage/core'
import type { Run } from './run.ts'

/** Milliseconds. A killed process keeps its exclusive right to work for 5 minutes. */
const PATIENCE = 330_000
const EVERY = 5000

/** Does work that only one process may do at a time. Waits for a process that was killed, or is still at it. */
export async function whenFree<Result>(
  { output, signal }: Pick<Run, 'output' | 'signal'>,
  work: () => Promise<Result>,
  {
    patience = PATIENCE,
    every = EVERY,
  }: { readonly patience?: number; readonly every?: number } = {},
): Promise<Result> {
  const until = performance.now() + patience
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work()
    } catch (error) {
      if (!isTaken(error) || performance.now() >= until) throw error
      if (isFirst) {
        output.note(
          'Another process does the same, or was killed while it did. Waiting for at most 6 minutes; Ctrl-C stops.',
        )
      }
      await pause(every, undefined, { signal })
    }
  }
}

/** When a database fails, the error has a cause or a context. */
function isTaken(error: unknown): boolean {
  return (
    isStowageError(error, 'unavailable') &&
    error.cause === undefined &&
    Object.keys(error.context).length === 0
  )
}
