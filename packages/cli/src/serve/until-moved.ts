import { setTimeout as pause } from 'node:timers/promises'
import type { LocalLocation } from '../options/location.ts'
import { readRecords } from '../target/locate-store.ts'

/** Milliseconds between checks; each is one small read. */
const EVERY = 2000

/**
 * Resolves to `true` once the records of a location have moved to another database, where this process cannot follow
 * them; to `false` when the signal aborts first. A failed check proves nothing: the store itself reports a database
 * that is out of reach.
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
