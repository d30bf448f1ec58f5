import { setTimeout as wait } from 'node:timers/promises'
import { systemCode } from '../../errors/system-errors.ts'

/** Milliseconds between attempts: together about a second. */
const PAUSES = [10, 40, 150, 800]

interface WhenReleasedOptions {
  /** Default: the platform of this process. */
  readonly platform?: NodeJS.Platform
  /** Default: a timer. */
  readonly pause?: (millis: number) => Promise<unknown>
}

/**
 * Retries what Windows refuses while another program, such as a virus scanner, has the file open: four times
 * within about a second, on `EPERM`, `EBUSY` and `EACCES`. On other systems it tries once.
 */
export async function whenReleased(
  attempt: () => Promise<void>,
  { platform = process.platform, pause = wait }: WhenReleasedOptions = {},
): Promise<void> {
  const pauses = platform === 'win32' ? PAUSES : []
  for (const millis of pauses) {
    try {
      return await attempt()
    } catch (error) {
      if (!['EPERM', 'EBUSY', 'EACCES'].includes(systemCode(error) ?? '')) throw error
      await pause(millis)
    }
  }
  await attempt()
}
