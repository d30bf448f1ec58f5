import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { findBox, type IsoBox } from '../containers/iso-boxes.ts'
import { type MovieTime, readMovieTime } from './movie-time.ts'

/** What matters of one track. */
export interface Track extends MovieTime {
  readonly id: number
  readonly kind: 'video' | 'audio' | 'other'
  /** Pixels, turned as the track's matrix says. */
  readonly width: number
  readonly height: number
}

/** Reads `tkhd`, `mdhd`, `hdlr` and the sample entry of a track (ISO/IEC 14496-12, 8.3 to 8.5 and 12.1.3). */
export async function readTrack(reader: BoundedReader, track: IsoBox): Promise<Track | undefined> {
  const header = await findBox(reader, track, 'tkhd')
  const media = await findBox(reader, track, 'mdia')
  if (!header || !media) return undefined
  const kind = await readKind(reader, media)
  const tkhd = await reader.read(header.start, header.start + 104)
  const isLong = tkhd.readUInt8(0) === 1
  const id = tkhd.readUInt32BE(isLong ? 20 : 12)
  const matrix = isLong ? 52 : 40
  const mdhd = await findBox(reader, media, 'mdhd')
  const time = mdhd ? await readMovieTime(reader, mdhd) : { timescale: 0, length: 0 }
  const [width, height] =
    kind === 'video' ? await readSize(reader, media, tkhd, matrix + 36) : [0, 0]
  // A matrix that maps x to y turns the picture by a quarter.
  const isTurned = tkhd.readInt32BE(matrix) === 0 && tkhd.readInt32BE(matrix + 4) !== 0
  return { id, kind, ...time, width: isTurned ? height : width, height: isTurned ? width : height }
}

async function readKind(reader: BoundedReader, media: IsoBox): Promise<Track['kind']> {
  const box = await findBox(reader, media, 'hdlr')
  const handler = box && (await reader.read(box.start, box.start + 12)).toString('latin1', 8, 12)
  if (handler === 'vide' || handler === 'pict') return 'video'
  return handler === 'soun' ? 'audio' : 'other'
}

/** The coded size in the sample entry; the track header's, which may be scaled, when there is none. */
async function readSize(
  reader: BoundedReader,
  media: IsoBox,
  tkhd: Buffer,
  sizeAt: number,
): Promise<readonly [number, number]> {
  const box = await findBox(reader, media, 'minf', 'stbl', 'stsd')
  if (box && box.end - box.start >= 44) {
    const entry = await reader.read(box.start + 8, box.start + 44)
    const size = [entry.readUInt16BE(32), entry.readUInt16BE(34)] as const
    if (size[0] > 0 && size[1] > 0) return size
  }
  return [
    Math.round(tkhd.readUInt32BE(sizeAt) / 65536),
    Math.round(tkhd.readUInt32BE(sizeAt + 4) / 65536),
  ]
}
