import { constants } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import { blobNotFound } from '../blobs/blob-errors.ts'
import { byteWindow, SMALL_WINDOW } from '../blobs/byte-window.ts'
import type { ByteRange } from '../ports/staging.ts'
import type { FileSystem } from './file-system.ts'
import { cutShort, OpenFile } from './open-file.ts'
import { systemCode } from './system-errors.ts'

/** A symbolic link in a blob's place is none of ours. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

export interface ReadBlobOptions {
  readonly range?: ByteRange
  readonly signal?: AbortSignal
}

/** Opens the file and gives the window of it: as bytes when it is small, else as a stream that owns the file. */
export async function readBlob(
  fileSystem: FileSystem,
  path: string,
  { range, signal }: ReadBlobOptions,
): Promise<Uint8Array | Readable> {
  signal?.throwIfAborted()
  const file = new OpenFile(fileSystem, await open(fileSystem, path))
  try {
    const stat = await file.use((fd) => fileSystem.stat(fd))
    if (!stat.isFile()) throw blobNotFound()
    const window = byteWindow(range, stat.size)
    signal?.throwIfAborted()
    if (window.end - window.start > SMALL_WINDOW) return owningStream(file, window, signal)
    const bytes = await file.read(window)
    if (bytes.byteLength < window.end - window.start) throw cutShort()
    signal?.throwIfAborted()
    await file.close()
    return bytes
  } catch (error) {
    await file.close().catch(() => {})
    throw error
  }
}

async function open(fileSystem: FileSystem, path: string): Promise<number> {
  try {
    return await fileSystem.open(path, READ)
  } catch (error) {
    throw ['ENOENT', 'ELOOP'].includes(systemCode(error) ?? '') ? blobNotFound(error) : error
  }
}

function owningStream(file: OpenFile, window: ByteRange, signal?: AbortSignal): Readable {
  const stream = file.stream(window, { closes: true })
  return signal === undefined ? stream : addAbortSignal(signal, stream)
}
