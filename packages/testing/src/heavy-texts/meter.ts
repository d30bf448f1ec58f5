import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { cpuTimeOf } from '../time/cpu-time.ts'

/** Rejects when what `heavy` does costs much more than what `plain` does; both may run several times. */
export type Meter = (
  name: string,
  heavy: () => Promise<unknown>,
  plain: () => Promise<unknown>,
) => Promise<void>

/** Milliseconds of processor time that heavy texts may take on top of four times that of plain ones of their size. */
const ALLOWED = 30

/** Milliseconds. */
const LONGEST_TURN = 20

/** Milliseconds on top of what plain texts take: many megabytes of any text take longer than `LONGEST_TURN`. */
const BESIDE = 10

/** Another process or garbage collection may interfere: the best of this many attempts counts. */
const ATTEMPTS = 10

/** Compares the processor time of all threads of the process: it holds on a machine of any speed. */
export const byProcessorTime: Meter = async (name, heavy, plain) => {
  let [least, leastPlain] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    least = Math.min(least, await cpuTimeOf(heavy))
    if (least < ALLOWED) return
    leastPlain = Math.min(leastPlain, await cpuTimeOf(plain))
    if (least < 4 * leastPlain + ALLOWED) return
  }
  assert.fail(`${name}: ${least} ms of the processor; a plain one takes ${leastPlain} ms.`)
}

/**
 * Measures how long one turn of the event loop keeps this thread busy. Counts the time that the thread itself has run,
 * where the system reports it: the texts are not to blame for another process.
 */
export const byEventLoopTurn: Meter = async (name, heavy, plain) => {
  let [least, leastPlain] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    least = Math.min(least, await longestTurnOf(heavy))
    if (least < LONGEST_TURN) return
    leastPlain = Math.min(leastPlain, await longestTurnOf(plain))
    if (least < leastPlain + BESIDE) return
  }
  assert.fail(
    `${name}: a turn of the event loop took ${least} ms; ${leastPlain} ms with plain ones.`,
  )
}

/** Milliseconds. */
async function longestTurnOf(run: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = timeOfThread()
  let next = setImmediate(look)
  function look(): void {
    const now = timeOfThread()
    longest = Math.max(longest, now - last)
    last = now
    next = setImmediate(look)
  }
  try {
    await run()
    await nextTurn()
  } finally {
    clearImmediate(next)
  }
  return longest
}

/** Milliseconds that this thread has run; where the system does not report it, elapsed time. */
export function timeOfThread(): number {
  if (process.platform !== 'linux') return performance.now()
  const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}
