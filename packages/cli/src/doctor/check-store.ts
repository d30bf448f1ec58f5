import { setTimeout as pause } from 'node:timers/promises'
import { isStowageError } from '@stowage/core'
import { isCliError } from '../exit/cli-error.ts'
import { causeBeside, wordsOf } from '../exit/explain-error.ts'
import type { LocalLocation } from '../options/location.ts'
import { formatBytes, formatItems } from '../output/quantities.ts'
import { WHERE_IT_MOVED } from '../target/moved-away.ts'
import { nameOfLocation } from '../target/name-of-location.ts'
import { HOW_MADE, isNoStore } from '../target/no-store.ts'
import { openStore } from '../target/open-store.ts'
import { type Finding, failing, fine, warning } from './finding.ts'

/** Milliseconds in which records and files must answer. */
const PATIENCE = 15_000

/** Opens the store without changing it, and checks that records and files answer. */
export async function checkStore(location: LocalLocation): Promise<Finding> {
  const about = 'store'
  try {
    let hasMoved = false
    const onMoved = (): void => {
      hasMoved = true
    }
    const { store, close } = await openStore(location, 'read', onMoved)
    try {
      await answered(store.admin.ping())
      if (hasMoved) {
        return failing(
          about,
          `${nameOfLocation(location)} has moved to another place`,
          WHERE_IT_MOVED,
        )
      }
      const { assets, bytes } = await store.usage()
      return fine(
        about,
        `${nameOfLocation(location)} answers: ${formatItems(assets, 'file')}, ${formatBytes(bytes)}`,
      )
    } finally {
      await close()
    }
  } catch (error) {
    if (isNoStore(error))
      return warning(about, `${nameOfLocation(location)} holds none yet`, HOW_MADE)
    // The error of opening it also names the location, and refers its reader to this command.
    const { cause } = Object(error) as { readonly cause?: unknown }
    const reason = isCliError(error) && isStowageError(cause) ? cause : error
    const words = `${nameOfLocation(location)} cannot be opened${causeBeside(Object(reason))}`
    return failing(about, words, wordsOf(reason))
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
