import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as passes } from 'node:timers/promises'
import { cpuTimeOf } from '../cpu-time.ts'

/** Rejects when what `heavy` does costs much more than what `plain` does; both may run several times. */
export type Meter = (
  name: string,
  heavy: () => Promise<unknown>,
  plain: () => Promise<unknown>,
) => Promise<void>

/** Milliseconds of the processor that heavy texts may take beside four times what plain ones of their size take. */
const ALLOWED = 30

/** Milliseconds. */
const LONGEST_DELAY = 20

/** Milliseconds beside what plain texts take: many megabytes of whatever texts are not read within the longest delay. */
const BESIDE = 10

/** Another process, or a collection of garbage, may come between: the best of so many counts. */
const ATTEMPTS = 10

/** Compares the processor time of all threads of the process: it holds on a machine of any speed. */
export const byProcessorTime: Meter = async (name, heavy, plain) => {
  let [least, leastPlain] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    leastPlain = Math.min(leastPlain, await cpuTimeOf(plain))
    least = Math.min(least, await cpuTimeOf(heavy))
    if (least < 4 * leastPlain + ALLOWED) return
  }
  assert.fail(`${name}: ${least} ms of the processor; a plain one takes ${leastPlain} ms.`)
}

/** Looks how long the event loop of this thread stands still at once. */
export const byEventLoopDelay: Meter = async (name, heavy, plain) => {
  let [least, leastPlain] = [Infinity, Infinity]
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    least = Math.min(least, await longestDelayOf(heavy))
    if (least < LONGEST_DELAY) return
    leastPlain = Math.min(leastPlain, await longestDelayOf(plain))
    if (least < leastPlain + BESIDE) return
  }
  assert.fail(
    `${name}: the event loop stood still for ${least} ms; ${leastPlain} ms for plain ones.`,
  )
}

/** Milliseconds. */
async function longestDelayOf(run: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  // It sees a block from a turn of its timer before the block to one after it.
  await passes(TURNS)
  await run()
  await passes(TURNS)
  delay.disable()
  return delay.max / 1e6
}

/** Milliseconds in which its timer turns several times. */
const TURNS = 5
