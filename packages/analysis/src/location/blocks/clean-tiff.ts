import { readOrientation } from '../../formats/images/orientation.ts'
import { isTiffHeader, type Numbers, numbersOf } from '../../formats/images/tiff-numbers.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isRangeError } from '../../reading/range-error.ts'
import { CannotClean, Edits, type Part } from '../edits/edits.ts'
import { cleanIptc } from './clean-iptc.ts'
import { cleanResources } from './clean-resources.ts'
import { cleanThumbnail } from './clean-thumbnail.ts'
import { cleanXmp } from './clean-xmp.ts'
import { mayNameLocation } from './words.ts'

/** Directories of EXIF data, and of a file of many pages. */
const MOST_DIRECTORIES = 32
const MOST_PAGES = 4096
const MOST_ENTRIES = 1024
/** Bytes of a text that are looked at. More becomes zeros. */
const MOST_TEXT = 64 * 1024

const XMP = 700
const IPTC = 33723
const PHOTOSHOP = 34377
const GPS = 34853
const INTEROPERABILITY = 40965
/** Directories of further pictures, of facsimiles, of EXIF data, and of its colour space. */
const DIRECTORIES: ReadonlySet<number> = new Set([330, 400, 34665, INTEROPERABILITY])
/** A small picture as JPEG: where it is, and its length. */
const THUMBNAIL = 513
const THUMBNAIL_LENGTH = 514
/** Texts of other types than these, and names of cameras, which are none. */
const TEXTS: ReadonlySet<number> = new Set([37510, 40091, 40092, 40093, 40094, 40095])
const TEXT_TYPES: ReadonlySet<number> = new Set([2, 129])
const CAMERA: ReadonlySet<number> = new Set([271, 272])
/** Bytes of one value, by type (TIFF 6.0, section 2). */
const SIZES: Readonly<Record<number, number>> = {
  ...{ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 129: 1 },
  ...{ 14: 2, 15: 8, 16: 8, 17: 8, 18: 8 },
}

/**
 * Tags whose meaning is known, and is no location (TIFF 6.0; CIPA DC-008; Windows' texts and padding). All others go:
 * among them are notes of makers, which name places in forms of their own.
 */
const KNOWN: readonly (readonly [number, number])[] = [
  [254, 532],
  [XMP, XMP],
  [18246, 18249],
  [33432, 33437],
  [IPTC, IPTC],
  [PHOTOSHOP, PHOTOSHOP],
  [34665, 34665],
  [34675, 34675],
  [34850, 34852],
  [34855, 34869],
  [36864, 37499],
  [37501, 37892],
  [40091, 40095],
  [40960, 42240],
  [50341, 50341],
  [59932, 59932],
]
/** Tags of the directory of the colour space (CIPA DC-008, 4.6.7). Their values are short. */
const OF_INTEROPERABILITY: readonly (readonly [number, number])[] = [
  [1, 2],
  [4096, 4098],
]

interface Stream {
  readonly reader: BoundedReader
  readonly edits: Edits
  /** Where the stream begins, and where the file has something else. */
  readonly base: number
  readonly end: number
  readonly numbers: Numbers
  readonly seen: Set<number>
  readonly mostDirectories: number
}

/**
 * Removes the location from a TIFF stream, such as EXIF data. A large one becomes zeros. Of one that is damaged only the
 * orientation stays, as the picture would turn without it.
 */
export async function cleanTiff(reader: BoundedReader, edits: Edits, part: Part): Promise<void> {
  if (!(await edits.begin(reader, part))) return
  try {
    await cleanStream(reader, edits, part, MOST_DIRECTORIES)
  } catch (cause) {
    if (!isRangeError(cause)) throw cause
    edits.discard(part)
    const kept = await keepOrientation(reader, edits, part)
    await edits.zeroUnlessEmpty(reader, { start: part.start + kept, end: part.end })
  }
}

/** Puts a stream that has only the orientation in place of another. Returns its length; 0 without an orientation. */
async function keepOrientation(reader: BoundedReader, edits: Edits, part: Part): Promise<number> {
  const orientation = await readOrientation(reader, part.start)
  const stream = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  const isTurned = orientation !== undefined && orientation > 1 && orientation <= 8
  if (!isTurned || part.end - part.start < stream.length) return 0
  stream.writeUInt16BE(orientation, 18)
  const before = await reader.read(part.start, part.start + stream.length)
  edits.replace(part.start, before, stream)
  return stream.length
}

/** A TIFF file stays as it is: the places of its pixels are in its directories. One that names a location is refused. */
export async function cleanTiffFile(reader: BoundedReader): Promise<void> {
  const file = { start: 0, end: reader.size }
  const edits = new Edits(file)
  await cleanStream(reader, edits, file, MOST_PAGES)
  if (edits.list.length > 0) throw new CannotClean('it names a location, or has unknown tags')
}

async function cleanStream(
  reader: BoundedReader,
  edits: Edits,
  { start: base, end }: Part,
  mostDirectories: number,
): Promise<void> {
  const header = await reader.read(base, base + 8)
  const start = header.toString('latin1', 0, 4)
  if (!isTiffHeader(start)) throw new RangeError('no header')
  const numbers = numbersOf(start.slice(0, 2))
  const seen = new Set<number>()
  const stream = { reader, edits, base, end, numbers, seen, mostDirectories }
  await cleanDirectories(stream, stream.numbers.u32(header, 4))
}

/** The directory at this offset, and those that follow it. */
async function cleanDirectories(stream: Stream, first: number, isStaying = isKnown): Promise<void> {
  for (let offset = first; offset !== 0; ) {
    if (!isFirst(stream, offset)) return
    offset = await cleanDirectory(stream, offset, isStaying)
  }
}

/** Whether the directory at this offset was not seen yet. */
function isFirst({ seen, mostDirectories }: Stream, offset: number): boolean {
  if (seen.has(offset)) return false
  if (seen.size === mostDirectories) throw new RangeError('too many directories')
  seen.add(offset)
  return true
}

/** Returns the offset of the next one. */
async function cleanDirectory(
  stream: Stream,
  offset: number,
  isStaying: typeof isKnown,
): Promise<number> {
  const { start, table, entries } = await readDirectory(stream, offset)
  const kept = new Map<number, Entry>()
  for (const entry of entries) {
    // Of a tag that is there twice, readers take one: the other goes.
    if (isStaying(entry) && !kept.has(entry.tag)) kept.set(entry.tag, entry)
  }
  for (const entry of kept.values()) await cleanValue(stream, entry)
  await cleanThumbnailIn(stream, kept)
  // Later, as an empty pointer to the location may name the directory of EXIF data.
  for (const entry of entries) if (kept.get(entry.tag) !== entry) await remove(stream, entry)
  const next = table.subarray(2 + entries.length * 12, 6 + entries.length * 12)
  if (kept.size < entries.length) {
    const after = Buffer.alloc(table.length)
    stream.numbers.writeU16(after, 0, kept.size)
    const rows = [...kept.values()].map(({ row }) => row)
    Buffer.concat([...rows, next]).copy(after, 2)
    stream.edits.replace(start, table, after)
  }
  return next.length < 4 ? 0 : stream.numbers.u32(next, 0)
}

interface Entry {
  readonly tag: number
  readonly type: number
  /** The 12 bytes of the directory. */
  readonly row: Buffer
  /** In the file; within the row when it is short. */
  readonly value: Part
  readonly isApart: boolean
}

async function readDirectory(stream: Stream, offset: number) {
  const { reader, base, end } = stream
  const start = base + offset
  const count = stream.numbers.u16(await within(reader, { start, end: start + 2 }, end), 0)
  if (count > MOST_ENTRIES) throw new RangeError('too many entries')
  const table = await reader.read(start, Math.min(start + 6 + count * 12, end))
  const entries: Entry[] = []
  for (let index = 0; index < count; index += 1) {
    const row = table.subarray(2 + index * 12, 14 + index * 12)
    const type = stream.numbers.u16(row, 2)
    const size = (SIZES[type] ?? 1) * stream.numbers.u32(row, 4)
    const isApart = size > 4
    const at = isApart ? base + stream.numbers.u32(row, 8) : start + 2 + index * 12 + 8
    entries.push({
      tag: stream.numbers.u16(row, 0),
      type,
      row,
      value: { start: at, end: at + size },
      isApart,
    })
  }
  return { start, table, entries }
}

function isKnown({ tag }: Entry): boolean {
  return KNOWN.some(([first, last]) => tag >= first && tag <= last)
}

function isOfInteroperability({ tag, isApart }: Entry): boolean {
  return !isApart && OF_INTEROPERABILITY.some(([first, last]) => tag >= first && tag <= last)
}

async function remove(stream: Stream, { tag, row, value, isApart }: Entry): Promise<void> {
  const { edits } = stream
  if (isApart) edits.zero(clipped(stream, value))
  if (tag !== GPS) return
  const offset = stream.numbers.u32(row, 8)
  if (!isFirst(stream, offset)) return
  const { start, table, entries } = await readDirectory(stream, offset)
  for (const entry of entries) if (entry.isApart) edits.zero(clipped(stream, entry.value))
  edits.zero({ start, end: start + table.length })
}

/** A small picture has metadata of its own, perhaps those of the large one (CIPA DC-008, 4.5.8). */
async function cleanThumbnailIn(
  stream: Stream,
  entries: ReadonlyMap<number, Entry>,
): Promise<void> {
  const place = entries.get(THUMBNAIL)
  if (place === undefined) return
  const start = stream.base + stream.numbers.u32(place.row, 8)
  const length = entries.get(THUMBNAIL_LENGTH)
  const end = length === undefined ? stream.end : start + stream.numbers.u32(length.row, 8)
  await cleanThumbnail(stream.reader, stream.edits, clipped(stream, { start, end }))
}

async function cleanValue(stream: Stream, { tag, type, row, value }: Entry): Promise<void> {
  const { reader, edits } = stream
  if (DIRECTORIES.has(tag)) {
    const isStaying = tag === INTEROPERABILITY ? isOfInteroperability : isKnown
    for (const offset of await offsetsIn(stream, value)) {
      await cleanDirectories(stream, offset, isStaying)
    }
    return
  }
  const part = clipped(stream, value)
  if (tag === PHOTOSHOP) await cleanResources(reader, edits, part, cleanTiff)
  if (tag === XMP) await edits.rewrite(reader, part, cleanXmp)
  if (tag === IPTC) await edits.rewrite(reader, part, cleanIptc)
  const isText = TEXTS.has(tag) || (TEXT_TYPES.has(type) && !CAMERA.has(tag))
  if (isText && row.length > 0) {
    const text = await reader.read(part.start, Math.min(part.end, part.start + MOST_TEXT))
    if (part.end - part.start > MOST_TEXT || mayNameLocation(text)) edits.zero(part)
  }
}

async function offsetsIn(stream: Stream, part: Part): Promise<readonly number[]> {
  const bytes = await stream.reader.read(part.start, Math.min(part.end, part.start + 64))
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) =>
    stream.numbers.u32(bytes, index * 4),
  )
}

/** What a hostile offset names outside of the stream stays as it is. */
function clipped({ base, end }: Stream, part: Part): Part {
  return { start: Math.max(part.start, base), end: Math.min(part.end, end) }
}

async function within(reader: BoundedReader, part: Part, end: number): Promise<Buffer> {
  if (part.end > end) throw new RangeError('outside of the stream')
  return reader.read(part.start, part.end)
}
