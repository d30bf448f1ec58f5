import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { type Element, elements, readFloat, readUnsigned } from '../containers/ebml.ts'
import { lastBlockTime } from './matroska-clusters.ts'

const HEADER = 0x1a45dfa3
const DOC_TYPE = 0x4282
const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const DURATION = 0x4489
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_TYPE = 0x83
const VIDEO = 0xe0
const PIXEL_WIDTH = 0xb0
const PIXEL_HEIGHT = 0xba
const CROPS = { bottom: 0x54aa, top: 0x54bb, left: 0x54cc, right: 0x54dd } as const
const PROJECTION = 0x7670
const POSE_ROLL = 0x7675
const CLUSTER = 0x1f43b675

/**
 * Matroska and WebM: the displayed size of the first video track, and the length, for live recordings by the last block
 * (RFC 9559, 5.1). Without video, the type is the audio type of the container.
 */
export async function measureMatroska(reader: BoundedReader): Promise<Measures> {
  let container = 'x-matroska'
  for await (const element of elements(reader, 0, reader.size)) {
    if (element.id === HEADER) container = await readContainer(reader, element)
    if (element.id === SEGMENT) return measureSegment(reader, element, container)
  }
  throw new RangeError('no segment')
}

async function readContainer(reader: BoundedReader, header: Element): Promise<string> {
  for await (const { id, start, end } of elements(reader, header.start, header.end)) {
    if (id !== DOC_TYPE) continue
    return (await reader.read(start, end)).toString('latin1').startsWith('webm')
      ? 'webm'
      : 'x-matroska'
  }
  return 'x-matroska'
}

async function measureSegment(
  reader: BoundedReader,
  segment: Element,
  container: string,
): Promise<Measures> {
  let scale = 1_000_000
  let ticks = 0
  let tracks: Tracks | undefined
  for await (const element of elements(reader, segment.start, segment.end)) {
    if (element.id === INFO) {
      for await (const fact of elements(reader, element.start, element.end)) {
        if (fact.id === TIMESTAMP_SCALE) scale = await readUnsigned(reader, fact)
        if (fact.id === DURATION) ticks = await readFloat(reader, fact)
      }
    }
    if (element.id === TRACKS) tracks = await readTracks(reader, element)
    if (element.id === CLUSTER && (element.isOpen || tracks)) break
  }
  const length = ticks > 0 ? ticks : await lastBlockTime(reader)
  return {
    mimeType: `${tracks?.hasAudio && !tracks.hasVideo ? 'audio' : 'video'}/${container}`,
    width: tracks?.width ?? null,
    height: tracks?.height ?? null,
    durationSeconds: length > 0 ? (length * scale) / 1e9 : null,
  }
}

interface Tracks {
  hasVideo: boolean
  hasAudio: boolean
  width: number | null
  height: number | null
}

async function readTracks(reader: BoundedReader, { start, end }: Element): Promise<Tracks> {
  const tracks: Tracks = { hasVideo: false, hasAudio: false, width: null, height: null }
  for await (const entry of elements(reader, start, end)) {
    if (entry.id !== TRACK_ENTRY) continue
    for await (const fact of elements(reader, entry.start, entry.end)) {
      if (fact.id === TRACK_TYPE) {
        const type = await readUnsigned(reader, fact)
        tracks.hasVideo ||= type === 1
        tracks.hasAudio ||= type === 2
      }
      if (fact.id === VIDEO && tracks.width === null) await readSize(reader, fact, tracks)
    }
  }
  return tracks
}

/** The stored pixels minus the cropped ones, turned by the roll of the projection (RFC 9559, 5.1.4.1.28). */
async function readSize(reader: BoundedReader, video: Element, tracks: Tracks): Promise<void> {
  const numbers = new Map<number, number>()
  let roll = 0
  for await (const fact of elements(reader, video.start, video.end)) {
    if (fact.id === PROJECTION) roll = await readRoll(reader, fact)
    else if (fact.id === PIXEL_WIDTH || fact.id === PIXEL_HEIGHT || CROPPING.has(fact.id)) {
      numbers.set(fact.id, await readUnsigned(reader, fact))
    }
  }
  const number = (id: number): number => numbers.get(id) ?? 0
  const width = number(PIXEL_WIDTH) - number(CROPS.left) - number(CROPS.right)
  const height = number(PIXEL_HEIGHT) - number(CROPS.top) - number(CROPS.bottom)
  const isTurned = Math.abs(Math.round(roll / 90)) % 2 === 1
  tracks.width = isTurned ? height : width
  tracks.height = isTurned ? width : height
}

const CROPPING: ReadonlySet<number> = new Set(Object.values(CROPS))

async function readRoll(reader: BoundedReader, projection: Element): Promise<number> {
  for await (const fact of elements(reader, projection.start, projection.end)) {
    if (fact.id === POSE_ROLL) return readFloat(reader, fact)
  }
  return 0
}
