// `crc32` is no named import: an older Node lacks it, and must still report which Node is needed.
import zlib from 'node:zlib'
import { type PngChunk, pngChunks } from '../formats/containers/png-chunks.ts'
import { prefixOf } from '../photo/exif-prefix.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { cleanTiff } from './blocks/clean-tiff.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import { mayNameLocation } from './blocks/words.ts'
import { EditedFile } from './edits/edited-file.ts'
import { CannotClean, Edits, MOST_BLOCK } from './edits/edits.ts'

/** Bytes before and after the content of a chunk. */
const NAME = 4
const CHECKSUM = 4
const MOST_CHUNKS = 100_000
const XMP = 'XML:com.adobe.xmp\0\0\0\0\0'
/** What the picture needs (PNG 3rd edition, 11; extensions of 1.5.0). All other chunks become zeros. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP'],
  ...['mDCV', 'cLLI', 'mDCv', 'cLLi', 'bKGD', 'hIST', 'pHYs', 'sPLT', 'tIME', 'acTL', 'fcTL'],
  ...['fdAT', 'oFFs', 'pCAL', 'sCAL', 'sTER', 'gIFg', 'vpAg', 'orNT', 'CgBI'],
])
/** A private chunk that no program needs to know: its name says so by the case of its letters. */
const NAMELESS = 'zeRo'

/** A PNG file. Each changed chunk gets its checksum. */
export async function cleanPng(reader: BoundedReader, edits: Edits): Promise<void> {
  let at = 8
  let count = 0
  let last = ''
  for await (const chunk of pngChunks(reader)) {
    const { kind } = chunk
    last = kind
    if (count === MOST_CHUNKS) throw new CannotClean('too many chunks')
    count += 1
    at = chunk.end + CHECKSUM
    if (at > reader.size) throw new CannotClean('a chunk is cut off')
    if (kind === 'eXIf' || kind === 'iTXt' || kind === 'tEXt' || kind === 'zTXt') {
      await cleanChunk(reader, edits, chunk)
    } else if (!SHOWN.has(kind)) await blank(reader, edits, chunk)
  }
  // Less than a chunk is left: its start, which some decoders need.
  if (last !== 'IEND') return
  await edits.zeroUnlessEmpty(reader, { start: at, end: reader.size })
}

async function cleanChunk(reader: BoundedReader, edits: Edits, chunk: PngChunk): Promise<void> {
  const { kind, start, end } = chunk
  if (end - start > MOST_BLOCK) return blank(reader, edits, chunk)
  const before = await reader.read(start - NAME, end + CHECKSUM)
  const data = before.subarray(NAME, -CHECKSUM)
  const old = { at: start - NAME, before, data }
  if (kind === 'eXIf') {
    const inner = new Edits({ start, end })
    await cleanTiff(reader, inner, { start: start + (await prefixOf(reader, start)), end })
    replaceData(edits, old, new EditedFile(inner.list).apply(start, data))
  } else if (kind === 'iTXt' && data.toString('latin1', 0, XMP.length) === XMP) {
    const prefix = data.subarray(0, XMP.length)
    replaceData(edits, old, Buffer.concat([prefix, cleanXmp(data.subarray(XMP.length))]))
  } else if (kind === 'zTXt' || isPacked(kind, data) || mayNameLocation(data) || isProfile(data)) {
    await blank(reader, edits, chunk)
  }
}

/** Another content, with its checksum. A chunk that needs none stays as it is, even with a wrong checksum. */
function replaceData(
  edits: Edits,
  { at, before, data }: { readonly at: number; readonly before: Buffer; readonly data: Buffer },
  after: Uint8Array,
): void {
  if (!data.equals(after)) {
    edits.replace(at, before, chunkOf(before.toString('latin1', 0, NAME), after))
  }
}

/** Whether the text is compressed (11.3.3.4). */
function isPacked(kind: string, data: Buffer): boolean {
  return kind === 'iTXt' && data[data.indexOf(0) + 1] !== 0
}

/** EXIF, XMP or IPTC as hexadecimal digits. */
function isProfile(data: Buffer): boolean {
  return /^(?:raw profile type|exif|xml:com)/i.test(data.toString('latin1', 0, 32))
}

/** Zeros under a name that says nothing. */
async function blank(
  reader: BoundedReader,
  edits: Edits,
  { start, end }: ByteRange,
): Promise<void> {
  const name = Buffer.from(NAMELESS, 'latin1')
  edits.replace(start - NAME, await reader.read(start - NAME, start), name)
  await edits.zeroUnlessEmpty(reader, { start, end })
  let checksum = zlib.crc32(name)
  for (let left = end - start; left > 0; left -= ZEROS.length) {
    checksum = zlib.crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), checksum)
  }
  edits.replace(end, await reader.read(end, end + CHECKSUM), checksumBytes(checksum))
}

const ZEROS = Buffer.alloc(64 * 1024)

function chunkOf(kind: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  return Buffer.concat([content, checksumBytes(zlib.crc32(content))])
}

function checksumBytes(checksum: number): Buffer {
  const bytes = Buffer.alloc(CHECKSUM)
  bytes.writeUInt32BE(checksum)
  return bytes
}
