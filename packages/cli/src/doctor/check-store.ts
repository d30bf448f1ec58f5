import { setTimeout as pause } from 'node:timers/promises'
import { wordsOf } from '../exit/explain-error.ts'
import type { LocalPlace } from '../options/place.ts'
import { formatBytes, formatItems } from '../output/quantities.ts'
import { WHERE_IT_MOVED } from '../target/moved-away.ts'
import { nameOfPlace } from '../target/name-of-place.ts'
import { openStore } from '../target/open-store.ts'
import { type Finding, failing, fine } from './finding.ts'

/** Milliseconds for records and files to answer. */
const PATIENCE = 15_000

/** Opens the store without changing it, and asks whether records and files answer. */
export async function checkStore(place: LocalPlace): Promise<Finding> {
  const about = 'store'
  try {
    let hasMoved = false
    const onMoved = (): void => {
      hasMoved = true
    }
    const { store, close } = await openStore(place, 'read', onMoved)
    try {
      await answered(store.ping())
      if (hasMoved) {
        return failing(about, `${nameOfPlace(place)} has moved to another place`, WHERE_IT_MOVED)
      }
      const { assets, bytes } = await store.usage()
      return fine(
        about,
        `${nameOfPlace(place)} answers: ${formatItems(assets, 'file')}, ${formatBytes(bytes)}`,
      )
    } finally {
      await close()
    }
  } catch (error) {
    return failing(about, `${nameOfPlace(place)} cannot be opened`, wordsOf(error))
  }
}

async function answered(ping: Promise<void>): Promise<void> {
  const timer = new AbortController()
  const late = pause(PATIENCE, undefined, { signal: timer.signal }).then(() => {
    throw new Error(
      `It did not answer within ${PATIENCE / 1000} s. Check that it runs, and the network.`,
    )
  })
  late.catch(() => {})
  await Promise.race([ping, late]).finally(() => timer.abort())
}
