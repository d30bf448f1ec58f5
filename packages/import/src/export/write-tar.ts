import type { FileHandle } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'

/** A file of an archive. */
export interface TarEntry {
  readonly name: string
  /** Of the content, which gives as many bytes or throws. */
  readonly size: number
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Files, readable by their owner alone. */
const MODE = 0o600

/**
 * Appends an archive of these entries. Each is asked for when the one before it is written, and its content as fast as
 * the disk takes it. Rejects with what went wrong first.
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
    // Both ends stop waiting for each other.
    chunks.destroy()
    throw error
  }

  async function append(): Promise<void> {
    for await (const chunk of chunks) {
      // Headers and small files: one write for all that wait costs half of a write for each.
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
