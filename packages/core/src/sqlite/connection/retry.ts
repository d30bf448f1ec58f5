import { setTimeout } from 'node:timers/promises'
import { sqliteFailure } from './failure.ts'

/** The longest pause between two attempts, in milliseconds. The first is 1, each next twice as long. */
const LONGEST_PAUSE = 50

const SLEEPER = new Int32Array(new SharedArrayBuffer(4))
/** Milliseconds that a batch waits for a descriptor, and between two attempts. */
const PATIENCE = 2000
const PAUSE = 25

/**
 * Calls `attempt` until it does not fail because SQLite could not open a file, for at most 2 s. It blocks the thread
 * between two attempts. SQLite opens a file of its own for a large statement, which fails while the process has as many
 * files open as it may: usually one is closed within milliseconds.
 */
export function retryWhileUnopened<T>(attempt: () => T): T {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (sqliteFailure(error) !== 'unopened' || performance.now() > deadline) throw error
    }
    pauseThread()
  }
}

/** Blocks the thread for 25 ms, between two attempts. */
export function pauseThread(): void {
  Atomics.wait(SLEEPER, 0, 0, PAUSE)
}

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
