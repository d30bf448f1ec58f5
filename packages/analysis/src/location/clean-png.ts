// `crc32` is no named import: an older Node lacks it, and must still report which Node is needed.
import zlib from 'node:zlib'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanTiff } from './blocks/clean-tiff.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import { mayNameLocation } from './blocks/words.ts'
import { EditedFile } from './edits/edited-file.ts'
import { CannotClean, Edits, MOST_BLOCK } from './edits/edits.ts'

const MOST_CHUNKS = 100_000
const XMP = 'XML:com.adobe.xmp\0\0\0\0\0'
/** What the picture needs (PNG 3rd edition, 11; extensions of 1.5.0). All other chunks become zeros. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'cHRM', 'gAMA', 'iCCP', 'sBIT', 'sRGB', 'cICP'],
  ...['mDCV', 'cLLI', 'mDCv', 'cLLi', 'bKGD', 'hIST', 'pHYs', 'sPLT', 'tIME', 'acTL', 'fcTL'],
  ...['fdAT', 'oFFs', 'pCAL', 'sCAL', 'sTER', 'gIFg', 'gIFx', 'vpAg', 'orNT'],
])
/** A private chunk that no program needs to know: its name says so by the case of its letters. */
const NAMELESS = 'zeRo'

/** A PNG file. Each changed chunk gets its checksum. */
export async function cleanPng(reader: BoundedReader, edits: Edits): Promise<void> {
  let at = 8
  for (let count = 0; at + 12 <= reader.size; count += 1) {
    if (count === MOST_CHUNKS) throw new CannotClean('too many chunks')
    const head = await reader.read(at, at + 8)
    const kind = head.toString('latin1', 4, 8)
    const length = head.readUInt32BE(0)
    const end = at + 12 + length
    if (end > reader.size) throw new CannotClean('a chunk is cut off')
    if (kind === 'eXIf' || kind === 'iTXt' || kind === 'tEXt' || kind === 'zTXt') {
      await cleanChunk(reader, edits, { at, kind, length })
    } else if (!SHOWN.has(kind) && kind !== NAMELESS) await blank(reader, edits, { at, length })
    at = end
    if (kind === 'IEND') break
  }
  await edits.zeroUnlessEmpty(reader, { start: at, end: reader.size })
}

interface Chunk {
  readonly at: number
  readonly length: number
}

async function cleanChunk(
  reader: BoundedReader,
  edits: Edits,
  { at, kind, length }: Chunk & { readonly kind: string },
): Promise<void> {
  if (length > MOST_BLOCK) return blank(reader, edits, { at, length })
  const before = await reader.read(at + 4, at + 12 + length)
  const data = before.subarray(4, 4 + length)
  if (kind === 'eXIf') {
    const part = { start: at + 8, end: at + 8 + length }
    const inner = new Edits(part)
    await cleanTiff(reader, inner, part)
    replaceData(edits, { at, before, data }, new EditedFile(inner.list).apply(part.start, data))
  } else if (kind === 'iTXt' && data.toString('latin1', 0, XMP.length) === XMP) {
    const start = data.subarray(0, XMP.length)
    const after = Buffer.concat([start, cleanXmp(data.subarray(XMP.length))])
    replaceData(edits, { at, before, data }, after)
  } else if (kind === 'zTXt' || isPacked(kind, data) || mayNameLocation(data) || isProfile(data)) {
    await blank(reader, edits, { at, length })
  }
}

/** Another content, with its checksum. A chunk that needs none stays as it is, even with a wrong checksum. */
function replaceData(
  edits: Edits,
  { at, before, data }: { readonly at: number; readonly before: Buffer; readonly data: Buffer },
  after: Uint8Array,
): void {
  if (!data.equals(after)) {
    edits.replace(at + 4, before, chunkOf(before.toString('latin1', 0, 4), after))
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
async function blank(reader: BoundedReader, edits: Edits, { at, length }: Chunk): Promise<void> {
  const name = Buffer.from(NAMELESS, 'latin1')
  edits.replace(at + 4, await reader.read(at + 4, at + 8), name)
  edits.zero({ start: at + 8, end: at + 8 + length })
  let checksum = zlib.crc32(name)
  for (let left = length; left > 0; left -= ZEROS.length) {
    checksum = zlib.crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), checksum)
  }
  const end = at + 8 + length
  edits.replace(end, await reader.read(end, end + 4), checksumBytes(checksum))
}

const ZEROS = Buffer.alloc(64 * 1024)

function chunkOf(kind: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  return Buffer.concat([content, checksumBytes(zlib.crc32(content))])
}

function checksumBytes(checksum: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(checksum)
  return bytes
}
