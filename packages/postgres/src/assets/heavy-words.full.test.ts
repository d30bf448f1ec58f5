import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { HEAVY_CALLS, openHeavyStore } from './heavy-words.fixture.ts'

/** Milliseconds. */
const LONGEST = 20

it('no bulk call on assets whose texts unfold holds up the event loop', async () => {
  const { store, ids, dispose } = await openHeavyStore(12)
  try {
    for (const [name, call] of Object.entries(HEAVY_CALLS)) {
      const delay = monitorEventLoopDelay({ resolution: 1 })
      delay.enable()
      await call(store, ids)
      delay.disable()
      expect(delay.max / 1e6, name).toBeLessThan(LONGEST)
    }
  } finally {
    await dispose()
  }
})
