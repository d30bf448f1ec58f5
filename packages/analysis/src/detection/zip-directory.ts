import { constants, inflateRawSync } from 'node:zlib'
import type { BoundedReader } from '../reading/bounded-reader.ts'

/** One entry of a zip file's central directory. */
export interface ZipEntry {
  readonly name: string
  /** 0 stored, 8 deflated. */
  readonly method: number
  readonly compressedSize: number
  /** Where its local header starts. */
  readonly offset: number
}

const END_RECORD = 22
const LONGEST_COMMENT = 0xffff
const MAX_DIRECTORY = 256 * 1024
const MAX_ENTRIES = 4096
const MAX_COMPRESSED = 64 * 1024
const MAX_INFLATED = 1024 * 1024

/**
 * The entries of a zip file, at most 4,096 of them and 256 KiB of its directory (PKWARE APPNOTE 4.3.12, 4.3.16). When
 * the directory is missing, the entries whose local headers are in the head.
 */
export async function readZipDirectory(reader: BoundedReader): Promise<readonly ZipEntry[]> {
  const end = (await findEnd(reader, 1024)) ?? (await findEnd(reader, LONGEST_COMMENT))
  if (!end) return localEntries(await reader.head())
  const bytes = await reader.read(
    end.start,
    Math.min(end.start + end.size, end.start + MAX_DIRECTORY),
  )
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= bytes.length && entries.length < MAX_ENTRIES; ) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) break
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    entries.push({
      name: bytes.toString('utf8', at + 46, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      compressedSize: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42) + end.shift,
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** As much of an entry's content as its first `maxCompressed` bytes give; throws when that is over 1 MiB. */
export async function readZipEntry(
  reader: BoundedReader,
  entry: ZipEntry,
  maxCompressed: number = MAX_COMPRESSED,
): Promise<Buffer> {
  const header = await reader.read(entry.offset, entry.offset + 30)
  if (header.readUInt32LE(0) !== 0x04034b50) throw new RangeError('no local header')
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const bytes = await reader.read(start, start + Math.min(entry.compressedSize, maxCompressed))
  if (entry.method === 0) return bytes
  if (entry.method !== 8) throw new RangeError('unknown compression')
  return inflateRawSync(bytes, {
    maxOutputLength: MAX_INFLATED,
    finishFlush: constants.Z_SYNC_FLUSH,
  })
}

async function findEnd(
  reader: BoundedReader,
  comment: number,
): Promise<{ start: number; size: number; shift: number } | undefined> {
  const from = Math.max(0, reader.size - END_RECORD - comment)
  const tail = await reader.read(from, reader.size)
  const at = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  if (at < 0 || at + END_RECORD > tail.length) return undefined
  const size = tail.readUInt32LE(at + 12)
  const start = from + at - size
  // Bytes before the archive, as in self-extractors, shift every offset in it.
  const shift = start - tail.readUInt32LE(at + 16)
  return start < 0 || shift < 0 ? undefined : { start, size, shift }
}

function localEntries(head: Buffer): readonly ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let from = 0; entries.length < MAX_ENTRIES; ) {
    const at = head.indexOf('PK\x03\x04', from, 'latin1')
    if (at < 0 || at + 30 > head.length) break
    // Names that overlapped would cost the square of their length.
    from = at + 30 + head.readUInt16LE(at + 26)
    entries.push({
      name: head.toString('utf8', at + 30, from),
      method: head.readUInt16LE(at + 8),
      compressedSize: head.readUInt32LE(at + 18) || MAX_COMPRESSED,
      offset: at,
    })
  }
  return entries
}
