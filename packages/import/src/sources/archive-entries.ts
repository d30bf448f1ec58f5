import { createReadStream } from 'node:fs'
import { type Entry, extract } from 'tar-stream'
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

/** The files of a tar archive in their order. A file that nobody reads is passed over. */
export async function* archiveEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const unpacked = extract()
  const bytes = createReadStream(file)
  bytes.on('error', (error) => unpacked.destroy(error))
  bytes.pipe(unpacked)
  try {
    for await (const entry of unpacked) {
      if (entry.header.type === 'file') yield entryOf(file, entry)
      entry.resume()
    }
  } finally {
    bytes.destroy()
  }
}

function entryOf(file: string, entry: Entry): ArchiveEntry {
  // The types of tar-stream leave it out.
  const { name, size = 0, byteOffset } = entry.header as Entry['header'] & { byteOffset: number }
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
