import { createReadStream } from 'node:fs'
import { extract, type Header } from 'tar-stream'
import { ManifestError } from '../rows/manifest-error.ts'

/** A file in a tar archive. */
export interface ArchiveEntry {
  readonly name: string
  readonly size: number
  /** Where its bytes begin in the archive. */
  readonly start: number
  /** Its text, when it is no longer than the limit. Only until the next entry is asked for. */
  text(limit: number): Promise<string>
}

/** An entry as tar-stream gives it. Its own types lack `byteOffset`, and know no iteration. */
interface Entry extends AsyncIterable<Buffer> {
  readonly header: Header & { readonly byteOffset: number }
}

/** The files of a tar archive in their order. A file that nobody reads is passed over. */
export async function* archiveEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract()
  const bytes = createReadStream(file)
  bytes.on('error', (error) => unpacked.destroy(error))
  bytes.pipe(unpacked)
  try {
    for await (const entry of unpacked) {
      if (entry.header.type === 'file') yield entryOf(file, entry as unknown as Entry)
      entry.resume()
    }
  } catch (error) {
    throw isOfArchive(error) ? new ManifestError(`${file} is no whole tar archive.`) : error
  } finally {
    bytes.destroy()
  }
}

/** Errors of the system, such as those of a disk, and ours are others. */
function isOfArchive(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return !(error instanceof ManifestError) && typeof code !== 'string'
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
      for await (const chunk of entry) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}
