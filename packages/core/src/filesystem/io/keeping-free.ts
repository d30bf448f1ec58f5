import type { FileSystem } from './file-system.ts'
import { reserveOf, reserveReached } from './keep-free.ts'

/** Milliseconds after which the room is looked at again: others fill the disk too. */
const FRESH = 1000

/** So many processes may fill the volume at once: together they use no more than half of the reserve beyond it. */
const WRITERS = 32

/**
 * The file system, refusing writes (`insufficient_storage`) that would leave less than the reserve free on the volume of
 * `directory`. All bytes of blobs and of staging pass here; deletions, and the database, may use what is left. It looks
 * again before it has used up its share of the room that it saw: other processes saw the same room. The same file system
 * where it cannot tell its room.
 */
export function keepingFree(
  fileSystem: FileSystem,
  { directory, keepFree }: { readonly directory: string; readonly keepFree: number | undefined },
): FileSystem {
  const look = fileSystem.room?.bind(fileSystem)
  if (look === undefined || keepFree === 0) return fileSystem
  const room = look
  let underWay = 0
  let seen = { share: 0, at: Number.NEGATIVE_INFINITY }
  let taken = 0

  /** Throws unless there is room for bytes that are counted as under way already. */
  async function assertRoom(bytes: number): Promise<void> {
    if (performance.now() - seen.at > FRESH || taken + bytes > seen.share) {
      const { free, total } = await room(directory)
      const reserve = reserveOf(total, keepFree)
      // A file system that does not report its size cannot be checked.
      const left = total === 0 ? Number.POSITIVE_INFINITY : free - reserve
      seen = { share: (left + reserve / 2) / WRITERS, at: performance.now() }
      taken = underWay - bytes
      if (taken + bytes > left) throw reserveReached()
    }
    taken += bytes
  }

  return {
    ...fileSystem,
    async write(fd, chunks, position) {
      const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
      underWay += bytes
      try {
        await assertRoom(bytes)
        return await fileSystem.write(fd, chunks, position)
      } finally {
        underWay -= bytes
      }
    },
  }
}
