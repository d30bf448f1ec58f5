import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import {
  isMark,
  LARGEST_HEADER,
  type OggPage,
  PAGE_MARK,
  readOggPage,
} from '../containers/ogg-page.ts'
import { type OggCodec, readOggCodec } from './ogg-codec.ts'

const MAX_STREAMS = 16
const MAX_HEADER_PAGES = 16
/** A page has at most 65,307 bytes, so the longer tail holds the last page of each of two streams. */
const TAILS = [8 * 1024, 128 * 1024]
/** Page marks that lead to no other page: content may hold a few by chance. */
const MAX_FALSE_MARKS = 64
/** Seconds. The start of a recording is an estimate, so a start up to here counts as 0. */
const LATE = 1

/**
 * The streams that begin at the start of the file, and the last granule position of each, searched from the end (RFC
 * 3533, 6). When one has a picture, the file is `video/ogg`.
 */
export async function measureOgg(reader: BoundedReader): Promise<Measures> {
  const { streams, end } = await readStreams(reader)
  const ends = await lastGranules(reader, [...streams.keys()])
  const lengths: number[] = []
  for (const [serial, codec] of streams) {
    const granule = ends.get(serial)
    if (granule === undefined) continue
    const start = await startOf(reader, end, serial, codec)
    lengths.push(Math.max(0, codec.seconds(granule) - start))
  }
  const video = [...streams.values()].find((codec) => codec.size)
  return {
    mimeType: video ? 'video/ogg' : 'audio/ogg',
    width: video?.size?.width ?? null,
    height: video?.size?.height ?? null,
    durationSeconds: lengths.length > 0 ? Math.max(...lengths) : null,
  }
}

interface Streams {
  readonly streams: ReadonlyMap<number, OggCodec>
  /** Where the pages that begin streams end. */
  readonly end: number
}

async function readStreams(reader: BoundedReader): Promise<Streams> {
  const streams = new Map<number, OggCodec>()
  let at = 0
  for (let pages = 0; pages < MAX_STREAMS; pages += 1) {
    const page = await pageAt(reader, at)
    if (!page?.isFirst) break
    const body = at + page.headerLength
    const packet = await reader.read(body, Math.min(at + page.length, body + 128))
    const codec = readOggCodec(packet, reader.size)
    if (codec) streams.set(page.serial, codec)
    at += page.length
  }
  return { streams, end: at }
}

/**
 * Seconds at which a stream starts whose recording began in the middle, else 0: its first time, less the length of the
 * packets until then, if each is as long as one of the next page.
 */
async function startOf(
  reader: BoundedReader,
  from: number,
  serial: number,
  codec: OggCodec,
): Promise<number> {
  let first: { time: number; packets: number } | undefined
  for (let at = from, pages = 0; pages < MAX_HEADER_PAGES; pages += 1) {
    const page = await pageAt(reader, at)
    if (!page) break
    at += page.length
    if (page.serial !== serial || !page.granule) continue
    const time = codec.seconds(page.granule)
    if (!first && time <= LATE) break
    if (first) {
      const start =
        time > first.time ? first.time - (first.packets * (time - first.time)) / page.packets : 0
      return start > LATE ? start : 0
    }
    first = { time, packets: page.packets }
  }
  return 0
}

async function pageAt(reader: BoundedReader, at: number): Promise<OggPage | undefined> {
  return readOggPage(await reader.read(at, at + LARGEST_HEADER), 0)
}

async function lastGranules(
  reader: BoundedReader,
  streams: readonly number[],
): Promise<ReadonlyMap<number, bigint>> {
  let granules: ReadonlyMap<number, bigint> = new Map()
  for (const length of TAILS) {
    const tail = await reader.read(Math.max(0, reader.size - length), reader.size)
    granules = granulesIn(tail)
    if (streams.every((serial) => granules.has(serial))) break
  }
  return granules
}

/** The last granule position of each stream. A page that is cut off does not count: its packets are missing. */
function granulesIn(tail: Buffer): ReadonlyMap<number, bigint> {
  const granules = new Map<number, bigint>()
  for (let at = nextMark(tail, 0), falseMarks = 0; at >= 0 && falseMarks < MAX_FALSE_MARKS; ) {
    const page = readOggPage(tail, at)
    const end = at + (page?.length ?? Infinity)
    if (page?.granule !== undefined && end <= tail.length) granules.set(page.serial, page.granule)
    // A mark within a page is content. A mark whose page leads nowhere may be content itself.
    const isPage = end === tail.length || isMark(tail, end)
    if (!isPage) falseMarks += 1
    at = nextMark(tail, isPage ? end : at + PAGE_MARK.length)
  }
  return granules
}

function nextMark(bytes: Buffer, from: number): number {
  if (isMark(bytes, from)) return from
  return bytes.indexOf(PAGE_MARK, from, 'latin1')
}
