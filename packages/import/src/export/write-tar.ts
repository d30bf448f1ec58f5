import type { FileHandle } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'

/** A file of an archive. */
export interface TarEntry {
  readonly name: string
  /** Bytes of the content, which yields exactly as many, or throws. */
  readonly size: number
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Files that only their owner can read. */
const MODE = 0o600

/**
 * Appends an archive of these entries. Asks for an entry when the one before it is written, and reads its content as
 * fast as the disk takes it. Rejects with the first error.
 */
export async function writeTar(
  target: Pick<FileHandle, 'appendFile'>,
  entries: AsyncIterable<TarEntry>,
): Promise<void> {
  const tar = pack()
  const chunks = tar as unknown as Readable
  const mtime = new Date()
  const failures: unknown[] = []

  function fail(error: unknown): never {
    failures.push(error)
    // Ends the wait of both sides for each other.
    chunks.destroy()
    throw error
  }

  async function append(): Promise<void> {
    for await (const chunk of chunks) {
      // For headers and small files, one write of all waiting chunks costs half as much as a write for each.
      const waiting = [chunk]
      for (let next = chunks.read(); next !== null; next = chunks.read()) waiting.push(next)
      const bytes = waiting.length === 1 ? chunk : Buffer.concat(waiting)
      await target.appendFile(bytes).catch(fail)
    }
  }

  async function fill(): Promise<void> {
    for await (const { name, size, content } of entries) {
      const entry = tar.entry({ name, size, mode: MODE, mtime }) as unknown as Writable
      await pipeline(content, entry)
    }
    tar.finalize()
  }

  await Promise.allSettled([append(), fill().catch(fail)])
  if (failures.length > 0) throw failures[0]
}
