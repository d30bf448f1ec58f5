import type { Measures } from '../../facts/measures.ts'
import { type BoundedReader, BudgetExceeded } from '../../reading/bounded-reader.ts'
import { findBox, type IsoBox, isoBoxes } from '../containers/iso-boxes.ts'
import { type Matrix, readMatrix, UPRIGHT } from './matrix.ts'
import { fragmentedLength } from './movie-fragments.ts'
import { type MovieTime, readMovieTime } from './movie-time.ts'
import { readTrack, type Track } from './movie-track.ts'

const MAX_TRACKS = 64

/**
 * MP4, QuickTime and 3GP (ISO/IEC 14496-12, 8.2, 8.3 and 8.8). The size is that of the first visible track as
 * displayed. The length is that of the longest track, fragments included. An MP4 or 3GP file with sound only has the
 * audio type; QuickTime has no media type of its own for that, only the category.
 */
export async function measureMovie(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const movie = await findBox(reader, { start: 0, end: reader.size }, 'moov')
  if (!movie) throw new RangeError('no movie')
  const { header, isFragmented, tracks } = await readMovie(reader, movie)
  const video = tracks.find((track) => track.kind === 'video')
  const sound = tracks.find((track) => track.kind === 'audio')
  const written = header.length || Math.max(0, ...tracks.map((track) => track.length))
  const length = isFragmented ? await lengthOfAll(reader, movie, tracks, written) : written
  return {
    ...(!video && sound ? { type: 'audio' } : {}),
    ...(!video && sound && mimeType !== 'video/quicktime'
      ? { mimeType: soundType(mimeType, sound) }
      : {}),
    width: video?.size.width ?? null,
    height: video?.size.height ?? null,
    durationSeconds: length > 0 ? length : null,
  }
}

interface Movie {
  readonly header: MovieTime
  readonly isFragmented: boolean
  readonly tracks: readonly Track[]
}

async function readMovie(reader: BoundedReader, movie: IsoBox): Promise<Movie> {
  const tracks: Track[] = []
  let header: MovieTime = { timescale: 0, length: 0 }
  let matrix: Matrix = UPRIGHT
  let isFragmented = false
  for await (const box of isoBoxes(reader, movie.start, movie.end)) {
    if (box.type === 'mvhd') {
      header = await readMovieTime(reader, box)
      matrix = await readMovieMatrix(reader, box)
    }
    if (box.type === 'mvex') isFragmented = true
    if (box.type === 'trak' && tracks.length < MAX_TRACKS) {
      const track = await readTrack(reader, box, matrix)
      if (track) tracks.push(track)
    }
  }
  return { header, isFragmented, tracks }
}

/** The matrix follows times, rate and volume. */
async function readMovieMatrix(reader: BoundedReader, box: IsoBox): Promise<Matrix> {
  const bytes = await reader.read(box.start, Math.min(box.end, box.start + 84))
  const at = bytes.readUInt8(0) === 1 ? 48 : 36
  return bytes.length >= at + 36 ? readMatrix(bytes, at) : UPRIGHT
}

/**
 * The length of all fragments; where adding them up would cost too much, the length in the headers, which may cover the
 * first part only.
 */
async function lengthOfAll(
  reader: BoundedReader,
  movie: IsoBox,
  tracks: readonly Track[],
  written: number,
): Promise<number> {
  try {
    return (await fragmentedLength(reader, movie, tracks)) || written
  } catch (cause) {
    if (cause instanceof BudgetExceeded && written > 0) return written
    throw cause
  }
}

/** A 3GP file is `audio/3gpp` when its sound has a codec that only 3GP holds (RFC 3839; RFC 4393 of 3GPP2). */
function soundType(mimeType: string, { codec }: Track): string {
  const isAmr = /^sa(?:mr|wb|wp)$/.test(codec)
  if (!isAmr || !mimeType.startsWith('video/3gpp')) return 'audio/mp4'
  return mimeType.replace('video', 'audio')
}
