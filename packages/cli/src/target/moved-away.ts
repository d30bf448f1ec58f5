import { isStowageError } from '@stowage/core'
import type { LocalLocation } from '../options/location.ts'
import { readRecords } from './locate-store.ts'
import { nameOfLocation } from './name-of-location.ts'

/** What to do about a store that has moved. Its database does not know the new location. */
export const WHERE_IT_MOVED =
  'Name the new place with --directory, --postgres or --s3. Here nothing can be changed any more, and newer files are missing.'

/** What a verb says of a store that has moved. */
export function movedAway(location: LocalLocation): string {
  return `${nameOfLocation(location)} has moved to another place. ${WHERE_IT_MOVED}`
}

/** Whether a store was not opened because `stowage migrate` has taken its records to another database. */
export function isMovedAway(error: unknown): boolean {
  return isStowageError(error, 'unavailable') && error.context.phase === 'moved'
}

/** Whether `stowage migrate` has taken the records of a store to another database. */
export async function hasMovedAway(location: LocalLocation): Promise<boolean> {
  const records = await readRecords(location)
  try {
    return (await records.transfer.source.state()).phase === 'moved'
  } finally {
    await records.close()
  }
}
