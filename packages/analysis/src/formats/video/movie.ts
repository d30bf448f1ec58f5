import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { findBox, isoBoxes } from '../containers/iso-boxes.ts'
import { fragmentedLength } from './movie-fragments.ts'
import { type MovieTime, readMovieTime } from './movie-time.ts'
import { readTrack, type Track } from './movie-track.ts'

const MAX_TRACKS = 64

/**
 * MP4, QuickTime and 3GP (ISO/IEC 14496-12, 8.2, 8.3 and 8.8). The size is that of the first visible track as
 * displayed. The length is that of the longest track, or of the fragments of a fragmented file. An MP4 or 3GP file
 * with sound only is `audio/mp4`; QuickTime has no media type of its own for that, only the category.
 */
export async function measureMovie(reader: BoundedReader, mimeType: string): Promise<Measures> {
  const movie = await findBox(reader, { start: 0, end: reader.size }, 'moov')
  if (!movie) throw new RangeError('no movie')
  const tracks: Track[] = []
  let header: MovieTime | undefined
  for await (const box of isoBoxes(reader, movie.start, movie.end)) {
    if (box.type === 'mvhd') header = await readMovieTime(reader, box)
    if (box.type === 'trak' && tracks.length < MAX_TRACKS) {
      const track = await readTrack(reader, box)
      if (track) tracks.push(track)
    }
  }
  const video = tracks.find((track) => track.kind === 'video')
  const hasAudio = tracks.some((track) => track.kind === 'audio')
  const written = Math.max(0, ...tracks.map((track) => track.length))
  const length = header?.length || written || (await fragmentedLength(reader, movie, tracks))
  return {
    ...(!video && hasAudio ? { type: 'audio' } : {}),
    ...(!video && hasAudio && mimeType !== 'video/quicktime' ? { mimeType: 'audio/mp4' } : {}),
    width: video?.width ?? null,
    height: video?.height ?? null,
    durationSeconds: length > 0 ? length : null,
  }
}
