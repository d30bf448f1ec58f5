import { unreachable } from '../exit/cli-error.ts'
import type { LocalLocation } from '../options/location.ts'
import type { Access } from './locate-store.ts'
import { readRecords } from './locate-store.ts'
import { nameOfLocation } from './name-of-location.ts'

/** What to do about a store that has moved. Its database does not know the new location. */
export const WHERE_IT_MOVED =
  'Name the new place with --directory, --postgres or --s3. Here nothing can be changed any more, and newer files are missing.'

/** Warns a reader of a store that has moved, and refuses to change it. */
export async function assertNotMoved(
  location: LocalLocation,
  access: Access,
  onMoved: (words: string) => void,
): Promise<void> {
  if (!(await hasMovedAway(location))) return
  const words = `${nameOfLocation(location)} has moved to another place. ${WHERE_IT_MOVED}`
  if (access !== 'read') throw unreachable(words)
  onMoved(words)
}

/** Whether `stowage migrate` has taken the records of a store to another database. */
async function hasMovedAway(location: LocalLocation): Promise<boolean> {
  const records = await readRecords(location)
  try {
    return (await records.transfer.source.state()).phase === 'moved'
  } finally {
    await records.close()
  }
}
