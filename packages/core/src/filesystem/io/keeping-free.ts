import type { FileSystem } from './file-system.ts'
import { reserveOf, reserveReached } from './keep-free.ts'

/** Milliseconds after which the free room is read again: other processes fill the disk too. */
const FRESH = 1000

/** Processes that may fill the volume at once: together they take at most half of the reserve. */
const WRITERS = 32

/**
 * Wraps a file system: a write that would leave less than the reserve free on the volume of `directory` is refused
 * (`insufficient_storage`). All bytes of blobs and staging pass here; deletions and the database may use the rest.
 * Other processes see the same free room, so each reads it again before it uses up its share. A file system that cannot
 * report its free room is returned unchanged.
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

  /** Throws unless there is room for the bytes, which `underWay` already includes. */
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
