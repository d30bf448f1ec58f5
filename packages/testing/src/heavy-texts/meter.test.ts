import { setTimeout as passes } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { byEventLoopTurn, timeOfThread } from './meter.ts'

const nothing = () => passes(1)

/** Keeps this thread busy. Counts its own time: other threads of the process may run meanwhile. */
async function work(milliseconds: number): Promise<void> {
  await passes(1)
  const begun = timeOfThread()
  while (timeOfThread() - begun < milliseconds);
}

describe('byEventLoopTurn', () => {
  it('fails where a turn takes long, and not where it waits', async () => {
    await byEventLoopTurn('waits', () => passes(100), nothing)
    await byEventLoopTurn('many turns', () => Promise.all([work(1), passes(40)]), nothing)
    await expect(byEventLoopTurn('works', () => work(100), nothing)).rejects.toThrow(
      'works: a turn',
    )
  })
})
