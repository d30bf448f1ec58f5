import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { extract, type Header } from 'tar-stream'
import { systemReason } from '../entries/system-reason.ts'
import { ManifestError } from '../rows/manifest-error.ts'

/** A file in a tar archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  /** Where its bytes begin in the archive. */
  readonly start: number
  /** Its text; throws when it is longer than the limit. Only valid until the next entry is asked for. */
  text(limit: number): Promise<string>
}

/** An entry as tar-stream gives it. Its own types lack `byteOffset` and iteration. */
interface Entry extends AsyncIterable<Buffer> {
  readonly header: Header & { readonly byteOffset: number }
}

const BLOCK = 512
/** Bytes of zeros that end an archive. An archive that was cut off between two entries lacks them. */
const END_SIZE = 2 * BLOCK

/**
 * The files of a tar archive, in order. Skips a file that the caller does not read, and everything that is not a file,
 * such as a link. A `ManifestError` when the archive was cut off.
 */
export async function* archiveEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract()
  const bytes = createReadStream(file)
  bytes.on('error', (error) => unpacked.destroy(error))
  bytes.pipe(unpacked)
  let end = 0
  try {
    for await (const entry of unpacked) {
      const own = entry as unknown as Entry
      end = endOf(own)
      if (entry.header.type === 'file') yield entryOf(file, own)
      entry.resume()
    }
  } catch (error) {
    throw archiveError(file, error)
  } finally {
    bytes.destroy()
  }
  if (!(await isEndedAt(file, end))) throw cutOff(file)
}

/** Errors from tar-stream say neither which file they are about, nor what to do. */
function archiveError(file: string, error: unknown): ManifestError {
  if (error instanceof ManifestError) return error
  const { code } = Object(error) as { readonly code?: unknown }
  if (typeof code !== 'string') return cutOff(file)
  return new ManifestError(`${file} ${systemReason(error)}. Check the path.`)
}

function cutOff(file: string): ManifestError {
  return new ManifestError(
    `${file} is no whole tar archive: it was cut off or is damaged. Copy or export it again.`,
  )
}

/** Where the next header begins, or the end of the archive. */
function endOf({ header: { byteOffset, size, type } }: Entry): number {
  return byteOffset + (type === 'directory' ? 0 : Math.ceil((size ?? 0) / BLOCK) * BLOCK)
}

async function isEndedAt(file: string, end: number): Promise<boolean> {
  const handle = await open(file)
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(END_SIZE), 0, END_SIZE, end)
    return bytesRead === END_SIZE && buffer.every((byte) => byte === 0)
  } finally {
    await handle.close()
  }
}

function entryOf(file: string, entry: Entry): ArchiveEntry {
  const { name, size, byteOffset } = entry.header
  return {
    name,
    size,
    start: byteOffset,
    async text(limit) {
      if (size > limit) throw new ManifestError(`${file}: ${name} is larger than ${limit} bytes.`)
      const chunks: Buffer[] = []
      try {
        for await (const chunk of entry) chunks.push(chunk)
      } catch (error) {
        throw archiveError(file, error)
      }
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
