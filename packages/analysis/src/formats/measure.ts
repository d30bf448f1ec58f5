import type { Measure, Measures } from '../facts/measures.ts'
import type { Libraries } from '../libraries/libraries.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { measureAdts } from './audio/adts.ts'
import { measureAiff } from './audio/aiff.ts'
import { measureAmr } from './audio/amr.ts'
import { measureFlac } from './audio/flac.ts'
import { measureMpegAudio } from './audio/mpeg-audio.ts'
import { measureSunAudio } from './audio/sun-audio.ts'
import { measureWav } from './audio/wav.ts'
import { measureWavPack } from './audio/wavpack.ts'
import { measureBmp } from './images/bmp.ts'
import { FIXED_HEADERS } from './images/fixed-header.ts'
import { measureHeif } from './images/heif.ts'
import { measureIcon } from './images/icon.ts'
import { measureJpeg } from './images/jpeg.ts'
import { measureJpeg2000 } from './images/jpeg-2000.ts'
import { measurePng } from './images/png.ts'
import { measureSvg } from './images/svg.ts'
import { TEXT_HEADERS } from './images/text-header.ts'
import { measureTiff } from './images/tiff.ts'
import { measureWebp } from './images/webp.ts'
import { measureAsf } from './video/asf.ts'
import { measureAvi } from './video/avi.ts'
import { measureFlashVideo } from './video/flash-video.ts'
import { measureMatroska } from './video/matroska.ts'
import { measureMovie } from './video/movie.ts'
import { measureOgg } from './video/ogg.ts'
import { measureProgramStream } from './video/program-stream.ts'
import { measureRealMedia } from './video/real-media.ts'
import { measureTransportStream } from './video/transport-stream.ts'

/** Our own walkers, by media type. */
const WALKERS: ReadonlyMap<string, Measure> = new Map([
  ...FIXED_HEADERS,
  ...TEXT_HEADERS,
  ...each(measureBmp, 'image/bmp'),
  ...each(
    measureHeif,
    'image/avif',
    'image/heic',
    'image/heic-sequence',
    'image/heif',
    'image/heif-sequence',
  ),
  ...each(measureIcon, 'image/x-icon', 'image/x-cursor'),
  ...each(measureJpeg, 'image/jpeg'),
  ...each(measureJpeg2000, 'image/jp2', 'image/jpx'),
  ...each(measurePng, 'image/png'),
  ...each(measureSvg, 'image/svg+xml'),
  ...each(
    measureTiff,
    'image/tiff',
    'image/x-adobe-dng',
    'image/x-canon-cr2',
    'image/x-nikon-nef',
    'image/x-sony-arw',
  ),
  ...each(measureWebp, 'image/webp'),

  ...each(measureAdts, 'audio/aac'),
  ...each(measureAiff, 'audio/aiff'),
  ...each(measureAmr, 'audio/amr'),
  ...each(measureFlac, 'audio/flac'),
  ...each(measureMpegAudio, 'audio/mpeg'),
  ...each(measureSunAudio, 'audio/basic'),
  ...each(measureWav, 'audio/wav'),
  ...each(measureWavPack, 'audio/wavpack'),

  ...each(measureAsf, 'audio/x-ms-wma', 'video/x-ms-wmv'),
  ...each(measureAvi, 'video/x-msvideo'),
  ...each(measureFlashVideo, 'video/x-flv'),
  ...each(measureMatroska, 'video/webm', 'video/x-matroska'),
  ...each(
    measureMovie,
    'audio/mp4',
    'video/3gpp',
    'video/3gpp2',
    'video/mp4',
    'video/quicktime',
    'video/x-m4v',
  ),
  ...each(measureOgg, 'audio/ogg', 'video/ogg'),
  ...each(measureProgramStream, 'video/mpeg'),
  ...each(measureRealMedia, 'application/vnd.rn-realmedia'),
  ...each(measureTransportStream, 'video/mp2t'),
])

function each(walker: Measure, ...mimeTypes: readonly string[]): [string, Measure][] {
  return mimeTypes.map((mimeType) => [mimeType, walker])
}

/** The media types that are read here, by the main thread. */
export const WALKED_TYPES: readonly string[] = [...WALKERS.keys()]

/** Pictures that image-size reads for us. */
const LIBRARY_PICTURES: ReadonlySet<string> = new Set(['image/icns', 'image/jxl', 'image/ktx'])

/** Recordings that music-metadata reads for us. */
const LIBRARY_RECORDINGS: ReadonlySet<string> = new Set([
  'audio/ape',
  'audio/x-dff',
  'audio/x-dsf',
  'audio/x-musepack',
])

/** Reads the size and length of a file of this type; nothing where its format has neither, or none that we can read. */
export async function measure(
  reader: BoundedReader,
  mimeType: string,
  libraries: Libraries,
): Promise<Measures> {
  const walker = WALKERS.get(mimeType)
  if (walker) return walker(reader, mimeType)
  if (LIBRARY_PICTURES.has(mimeType)) return libraries.ask('picture', reader, mimeType)
  if (LIBRARY_RECORDINGS.has(mimeType)) return libraries.ask('recording', reader, mimeType)
  return {}
}
