import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { findBox, type IsoBox } from '../containers/iso-boxes.ts'
import { isTurned, type Matrix, readMatrix } from './matrix.ts'
import { type MovieTime, readMovieTime } from './movie-time.ts'
import { readSampleEntry } from './sample-entry.ts'

/** The facts about one track that matter here. */
export interface Track extends MovieTime {
  readonly id: number
  readonly kind: 'video' | 'audio' | 'other'
  /** Four characters, from its first sample entry; empty without one. */
  readonly codec: string
  /** Pixels, cut to the clean aperture and turned as the matrices say. */
  readonly size: Size
  /** Where its tables are. */
  readonly media: IsoBox
}

/**
 * Reads `tkhd`, `mdhd`, `hdlr` and the sample entry of a track (ISO/IEC 14496-12, 8.3 to 8.5 and 12.1). `movie` is
 * the matrix of the whole presentation.
 */
export async function readTrack(
  reader: BoundedReader,
  track: IsoBox,
  movie: Matrix,
): Promise<Track | undefined> {
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
  const entry = await readSampleEntry(reader, media)
  const shown = kind === 'video' ? (entry.size ?? scaledSize(tkhd, matrix + 36)) : NO_SIZE
  const turned = isTurned(readMatrix(tkhd, matrix), movie)
  const size = turned ? { width: shown.height, height: shown.width } : shown
  return { id, kind, codec: entry.codec, ...time, size, media }
}

const NO_SIZE: Size = { width: 0, height: 0 }

async function readKind(reader: BoundedReader, media: IsoBox): Promise<Track['kind']> {
  const box = await findBox(reader, media, 'hdlr')
  const handler = box && (await reader.read(box.start, box.start + 12)).toString('latin1', 8, 12)
  if (handler === 'vide' || handler === 'pict') return 'video'
  return handler === 'soun' ? 'audio' : 'other'
}

/** The track header's size, which may be scaled. */
function scaledSize(tkhd: Buffer, at: number): Size {
  return {
    width: Math.round(tkhd.readUInt32BE(at) / 65_536),
    height: Math.round(tkhd.readUInt32BE(at + 4) / 65_536),
  }
}
