import { open, stat } from 'node:fs/promises'
import type { ReadableFile } from './readable-file.ts'

/** A file on disk that is open for reading. */
interface OpenFile extends ReadableFile {
  close(): Promise<void>
}

/**
 * Opens a regular file. Rejects with the system's error, such as `ENOENT`, and with a `TypeError` for everything that
 * is not a regular file: a pipe might never answer.
 */
export async function openFile(path: string | URL): Promise<OpenFile> {
  const stats = await stat(path)
  if (!stats.isFile()) throw new TypeError(`Not a regular file: ${path}`)
  const handle = await open(path, 'r')
  return {
    size: stats.size,
    async read({ start, end }) {
      const { buffer, bytesRead } = await handle.read({
        buffer: new Uint8Array(end - start),
        position: start,
      })
      return buffer.subarray(0, bytesRead)
    },
    close: () => handle.close(),
  }
}
