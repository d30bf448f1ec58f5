import { setTimeout } from 'node:timers/promises'
import { sqliteFailure } from './failure.ts'

/** The longest pause between two attempts, in milliseconds. The first is 1, each next twice as long. */
const LONGEST_PAUSE = 50

/**
 * Calls `attempt` until it does not fail because of another connection's lock, for at most `timeout`
 * milliseconds, without blocking the thread. Throws what the last attempt threw.
 */
export async function retryWhileBusy<T>(timeout: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + timeout
  for (let pause = 1; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    try {
      return attempt()
    } catch (error) {
      const giveUp = performance.now() + pause > deadline
      if (giveUp || sqliteFailure(error) !== 'busy') throw error
    }
    await setTimeout(pause)
  }
}
