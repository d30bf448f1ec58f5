import { setTimeout } from 'node:timers/promises'
import { lacksDescriptor } from '../../errors/system-errors.ts'

/** Milliseconds that an open waits for a descriptor, and between two attempts. */
const PATIENCE = 5000
const PAUSE = 25

/**
 * Opens a file. Waits for a while when the process or the machine has no descriptor left: usually one is closed
 * within milliseconds, whereas after a refusal the client must upload everything again.
 */
export async function whenFree<Result>(open: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!lacksDescriptor(error) || performance.now() > deadline) throw error
    }
    await setTimeout(PAUSE)
  }
}
