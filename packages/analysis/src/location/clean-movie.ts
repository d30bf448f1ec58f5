import { findBox, type IsoBox, isoBoxes } from '../formats/containers/iso-boxes.ts'
import { XMP_UUID } from '../photo/raw-blocks.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import { COORDINATES, hasWords, namesLocation } from './blocks/words.ts'
import { cleanMedia } from './clean-media.ts'
import { cleanMeta } from './clean-meta.ts'
import { CannotClean, type Edits, type Part } from './edits/edits.ts'
import { removeBox } from './remove-box.ts'
import { samplePlaces } from './sample-places.ts'
import { PLAIN_BOXES, SHOWN_TRACKS, TEXT_TRACKS } from './user-data.ts'

/** Boxes at the top that a movie needs. All others become free space. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['ftyp', 'moov', 'mdat', 'imda', 'moof', 'mfra', 'sidx', 'ssix', 'styp', 'pdin', 'prft'],
  ...['emsg'],
  ...['free', 'skip', 'wide', 'pnot', 'PICT', 'uuid', 'meta', 'udta'],
])
/** Boxes of the movie itself. */
const OF_MOVIE: ReadonlySet<string> = new Set([
  ...['mvhd', 'trak', 'mvex', 'iods', 'rmra', 'cmov', 'ctab', 'prfl', 'udta', 'meta', 'uuid'],
  ...['free', 'skip', 'wide', 'pssh'],
])
/** XMP, and the same of spherical video. */
const XMP_BOXES: ReadonlySet<string> = new Set([XMP_UUID, 'ffcc8263f8554a938814587a02521fdd'])
/** What players of fragments and of encrypted movies need (Microsoft, "Protected Interoperable File Format"). */
const PLAIN_UUIDS: ReadonlySet<string> = new Set([
  'a2394f525a9b4f14a2446c427c648df4',
  'd08a4f1810f34a82b6c832d8aba183d3',
  '8974dbce7be74c5184f97148f9882554',
  '6d1d9b0542d544e680e2141daff757b2',
  'd4807ef2ca3946958e5426cb9e46a79f',
])
/** Schemes of messages that say when to play what. */
const PLAYER_MESSAGES: readonly string[] = ['urn:mpeg:dash:event:', 'urn:scte:scte35:']
const MOST_BOXES = 100_000
const MOST_TABLE = 1024 * 1024
/** Bytes of a track of texts that are read; what has more is more than texts. */
const MOST_TEXT = 4 * 2 ** 20

/** A movie (MP4, MOV, 3GP) in a part of a file. What follows its last box becomes zeros. */
export async function cleanMovie(reader: BoundedReader, edits: Edits, part: Part): Promise<void> {
  await cleanTop(reader, edits, part, SHOWN)
}

/** The boxes at the top, of which those `shown` stay, and all within them. */
export async function cleanTop(
  reader: BoundedReader,
  edits: Edits,
  part: Part,
  shown: ReadonlySet<string>,
): Promise<void> {
  let end = part.start
  let count = 0
  let isFragmented = false
  let hasRemoved = false
  for await (const box of isoBoxes(reader, part.start, part.end)) {
    end = box.end
    count += 1
    if (count > MOST_BOXES) throw new CannotClean('too many boxes')
    if (box.type === 'mini') throw new CannotClean('the picture has no table of its items')
    if (!shown.has(box.type)) await removeBox(reader, edits, box)
    else if (box.type === 'free' || box.type === 'skip') await edits.zeroUnlessEmpty(reader, box)
    else if (box.type === 'moov') {
      hasRemoved = (await cleanMovieBox(reader, edits, { box, part })) || hasRemoved
    } else if (box.type === 'moof') {
      isFragmented = true
      await cleanFragment(reader, edits, box)
    } else if (box.type === 'mdat') await cleanMedia(reader, edits, box)
    else if (box.type === 'emsg') await cleanMessage(reader, edits, box)
    else await cleanDataBox(reader, edits, box)
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: part.end })
  if (isFragmented && hasRemoved) throw new CannotClean('a sensor is recorded in fragments')
}

/** Returns whether a track was removed. */
async function cleanMovieBox(
  reader: BoundedReader,
  edits: Edits,
  { box: movie, part }: { readonly box: IsoBox; readonly part: Part },
): Promise<boolean> {
  const start = await startOf(reader, part)
  let hasRemoved = false
  let end = movie.start
  for await (const box of isoBoxes(reader, movie.start, movie.end)) {
    end = box.end
    if (box.type === 'cmov') throw new CannotClean('the movie box is compressed')
    if (!OF_MOVIE.has(box.type)) {
      if (box.type === 'gps ') await zeroReferenced(reader, edits, { box, part })
      await removeBox(reader, edits, box)
    } else if (box.type !== 'trak') await cleanDataBox(reader, edits, box)
    else if (await isSensor(reader, box, part)) {
      for await (const place of samplePlaces(reader, box, part)) {
        for (const piece of outside(place, [start, { start: movie.start - 8, end: movie.end }])) {
          edits.zero(piece)
        }
      }
      await removeBox(reader, edits, box)
      hasRemoved = true
    } else {
      await cleanTrack(reader, edits, box)
    }
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: movie.end })
  return hasRemoved
}

/** The box that says what the file is; players open none without it. */
async function startOf(reader: BoundedReader, { start, end }: Part): Promise<Part> {
  for await (const box of isoBoxes(reader, start, end)) {
    return { start, end: box.type === 'ftyp' ? box.end : start }
  }
  return { start, end: start }
}

/** What is left of a place beside these parts: tables that are damaged name any place. */
function outside(place: Part, parts: readonly Part[]): readonly Part[] {
  return parts.reduce<readonly Part[]>(
    (pieces, part) =>
      pieces
        .flatMap(({ start, end }) => [
          { start, end: Math.min(end, part.start) },
          { start: Math.max(start, part.end), end },
        ])
        .filter(({ start, end }) => start < end),
    [place],
  )
}

/** User data of a track that is shown, and of its media. */
async function cleanTrack(reader: BoundedReader, edits: Edits, track: Part): Promise<void> {
  for await (const box of isoBoxes(reader, track.start, track.end)) {
    if (box.type !== 'mdia') await cleanDataBox(reader, edits, box)
    else {
      for await (const inner of isoBoxes(reader, box.start, box.end)) {
        await cleanDataBox(reader, edits, inner)
      }
    }
  }
}

async function cleanFragment(reader: BoundedReader, edits: Edits, fragment: Part): Promise<void> {
  for await (const box of isoBoxes(reader, fragment.start, fragment.end)) {
    if (box.type === 'traf') await cleanFragment(reader, edits, box)
    else await cleanDataBox(reader, edits, box)
  }
}

/** A message to the player stays; one of a sensor goes (ISO/IEC 23009-1, 5.10.3.3). */
async function cleanMessage(reader: BoundedReader, edits: Edits, box: IsoBox): Promise<void> {
  const head = (await reader.read(box.start, Math.min(box.end, box.start + 256))).toString('latin1')
  const isOfPlayer = PLAYER_MESSAGES.some((scheme) => head.includes(scheme))
  if (!isOfPlayer || (await namesLocation(reader, box))) await removeBox(reader, edits, box)
}

/** User data, metadata and XMP; any other box stays. */
async function cleanDataBox(reader: BoundedReader, edits: Edits, box: IsoBox): Promise<void> {
  if (box.type === 'udta') await cleanUserData(reader, edits, box)
  if (box.type === 'meta') await cleanMeta(reader, edits, box)
  if (box.type !== 'uuid') return
  const id = (await reader.read(box.start, box.start + 16)).toString('hex')
  if (XMP_BOXES.has(id)) {
    await edits.rewrite(reader, { start: box.start + 16, end: box.end }, cleanXmp)
  } else if (!PLAIN_UUIDS.has(id)) await removeBox(reader, edits, box)
}

async function cleanUserData(reader: BoundedReader, edits: Edits, data: IsoBox): Promise<void> {
  let end = data.start
  for await (const box of isoBoxes(reader, data.start, data.end)) {
    end = box.end
    if (box.type === 'meta') await cleanMeta(reader, edits, box)
    else if (!PLAIN_BOXES.has(box.type) || (await namesLocation(reader, box))) {
      await removeBox(reader, edits, box)
    }
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: data.end })
}

/** Whether a track is neither seen nor heard, or is text with coordinates. */
async function isSensor(reader: BoundedReader, track: IsoBox, movie: Part): Promise<boolean> {
  const box = await findBox(reader, track, 'mdia', 'hdlr')
  const handler = box && (await reader.read(box.start, box.start + 12)).toString('latin1', 8, 12)
  if (handler === undefined || SHOWN_TRACKS.has(handler)) return false
  return !TEXT_TRACKS.has(handler) || (await hasCoordinates(reader, track, movie))
}

async function hasCoordinates(reader: BoundedReader, track: IsoBox, movie: Part): Promise<boolean> {
  let left = MOST_TEXT
  for await (const place of samplePlaces(reader, track, movie)) {
    left -= place.end - place.start
    if (left < 0 || (await hasWords(reader, place, COORDINATES))) return true
  }
  return false
}

/** Blocks of dashcams, which a table names by place and size. */
async function zeroReferenced(
  reader: BoundedReader,
  edits: Edits,
  { box, part }: { readonly box: IsoBox; readonly part: Part },
): Promise<void> {
  const table = await reader.read(box.start, Math.min(box.end, box.start + MOST_TABLE))
  for (let at = 8; at + 8 <= table.length; at += 8) {
    const start = part.start + table.readUInt32BE(at)
    const end = Math.min(start + table.readUInt32BE(at + 4), part.end)
    const isBlock = (await reader.read(start, start + 12)).toString('latin1', 4, 12) === 'freeGPS '
    if (isBlock) edits.zero({ start, end })
  }
}
