import { setTimeout } from 'node:timers/promises'
import { lacksDescriptor } from '../../errors/system-errors.ts'

/** Milliseconds for which an open waits for a descriptor, and between two tries. */
const PATIENCE = 5000
const PAUSE = 25

/**
 * Opens a file, and waits for a while where the process or the machine has no descriptor left: those in use are
 * closed within milliseconds as a rule, and a refused upload costs its client all of it.
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
