import { setTimeout as pause } from 'node:timers/promises'
import { isOfMoment } from './failures.ts'

/** Milliseconds before each further attempt. */
const PAUSES = [200, 1000, 5000]

/** Does the work, and repeats it when the store is unavailable: four attempts within 7 seconds. */
export async function retrying<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (const wait of PAUSES) {
    try {
      return await work()
    } catch (error) {
      if (!isOfMoment(error)) throw error
      await pause(wait, undefined, signal && { signal })
    }
  }
  return work()
}
