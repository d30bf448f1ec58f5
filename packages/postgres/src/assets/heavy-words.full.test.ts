import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { HEAVY_CALLS, openHeavyStore } from './heavy-words.fixture.ts'

/** Milliseconds beside what it takes to read such assets, which a move does too. */
const LONGEST = 20

it('to make the terms of assets whose texts unfold does not hold up the event loop', async () => {
  const { store, ids, dispose } = await openHeavyStore(12)
  try {
    // The best of three: another process may take the processor.
    const least = new Map<string, number>()
    for (let round = 0; round < 3; round += 1) {
      for (const [name, call] of Object.entries(HEAVY_CALLS)) {
        const delay = monitorEventLoopDelay({ resolution: 1 })
        delay.enable()
        await call(store, ids)
        delay.disable()
        least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, delay.max / 1e6))
      }
    }
    const { tag = 0, move = 0 } = Object.fromEntries(least)
    console.log(
      `longest blocks of the event loop: ${[...least].map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`,
    )
    expect(tag).toBeLessThan(move + LONGEST)
  } finally {
    await dispose()
  }
})
