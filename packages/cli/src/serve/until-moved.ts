import { setTimeout as pause } from 'node:timers/promises'
import type { LocalLocation } from '../options/location.ts'
import { readRecords } from '../target/locate-store.ts'

/** Milliseconds between two looks: one small read each. */
const EVERY = 2000

/**
 * Resolves to `true` once the records of a place have moved to another database, where this process cannot follow them;
 * to `false` when the signal aborts first. A look that fails says nothing: the store itself tells of a database that is
 * out of reach.
 */
export async function untilMoved(location: LocalLocation, signal: AbortSignal): Promise<boolean> {
  const metadata = await readRecords(location)
  try {
    while (!signal.aborted) {
      const state = await metadata.transfer.source.state().catch(() => null)
      if (state?.phase === 'moved') return true
      await pause(EVERY, undefined, { signal }).catch(() => {})
    }
    return false
  } finally {
    await metadata.close()
  }
}
