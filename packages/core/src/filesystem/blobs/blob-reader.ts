import { constants } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import {
  asksForBytes,
  type ByteRange,
  INLINE_READ_LIMIT,
  resolveRange,
} from '../../blobs/byte-range.ts'
import { blobNotFound } from '../../errors/blob-errors.ts'
import { systemCode } from '../../errors/system-errors.ts'
import { openDescriptor } from '../io/descriptor.ts'
import type { FileSystem } from '../io/file-system.ts'
import { cutShort, OpenFile } from '../io/open-file.ts'

/** A symbolic link in a blob's place could lead out of the store, so it is not followed. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

interface ReadBlobOptions {
  readonly range?: ByteRange
  readonly signal?: AbortSignal
}

/** Opens the file and returns the requested window: as bytes when it is small, else as a stream that owns the file. */
export async function readBlob(
  fileSystem: FileSystem,
  path: string,
  { range, signal }: ReadBlobOptions,
): Promise<Uint8Array | Readable> {
  signal?.throwIfAborted()
  const descriptor = openDescriptor(fileSystem, await open(fileSystem, path))
  const file = new OpenFile(fileSystem, descriptor)
  try {
    const asked = range === undefined ? null : await smallWindow(file, range)
    if (asked !== null) {
      signal?.throwIfAborted()
      await file.close()
      return asked
    }
    const stat = await file.use((fd) => fileSystem.stat(fd))
    if (!stat.isFile()) throw blobNotFound()
    const window = resolveRange(range, stat.size)
    signal?.throwIfAborted()
    if (window.end - window.start > INLINE_READ_LIMIT) return owningStream(file, window, signal)
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

/**
 * The bytes of a small window, read without asking for the size of the file. `null` when the window is large or empty,
 * or the read falls short.
 */
async function smallWindow(file: OpenFile, range: ByteRange): Promise<Uint8Array | null> {
  const length = range.end - range.start
  if (!asksForBytes(range) || length > INLINE_READ_LIMIT) return null
  // The caller asks for the size next, and reports what went wrong here.
  const bytes = await file.read(range).catch(() => null)
  return bytes?.byteLength === length ? bytes : null
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
