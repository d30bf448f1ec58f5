import type { Measure, Measures } from '../facts/measures.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { measureAc3 } from './audio/ac3.ts'
import { measureAdts } from './audio/adts.ts'
import { measureAiff } from './audio/aiff.ts'
import { measureAmr } from './audio/amr.ts'
import { measureCoreAudio } from './audio/core-audio.ts'
import { measureDff, measureDsf } from './audio/dsd.ts'
import { measureFlac } from './audio/flac.ts'
import { measureGameMusic } from './audio/game-music.ts'
import { measureMonkeysAudio } from './audio/monkeys-audio.ts'
import { measureMpegAudio } from './audio/mpeg-audio.ts'
import { measureMusepack } from './audio/musepack.ts'
import { measureSunAudio } from './audio/sun-audio.ts'
import { measureTrueAudio } from './audio/true-audio.ts'
import { measureWav } from './audio/wav.ts'
import { measureWavPack } from './audio/wavpack.ts'
import { measureBmp } from './images/bmp.ts'
import { measureFits } from './images/fits.ts'
import { FIXED_HEADERS } from './images/fixed-header.ts'
import { measureHeif } from './images/heif.ts'
import { measureIcns } from './images/icns.ts'
import { measureIcon } from './images/icon.ts'
import { measureInterleavedBitmap } from './images/interleaved-bitmap.ts'
import { measureJpeg } from './images/jpeg.ts'
import { measureJpeg2000 } from './images/jpeg-2000.ts'
import { measureJpegXl } from './images/jpeg-xl.ts'
import { measureJpegXr } from './images/jpeg-xr.ts'
import { measureOpenExr } from './images/open-exr.ts'
import { measurePng } from './images/png.ts'
import { measureSvg } from './images/svg.ts'
import { TEXT_HEADERS } from './images/text-header.ts'
import { measureTiff } from './images/tiff.ts'
import { measureWebp } from './images/webp.ts'
import { measureAsf } from './video/asf.ts'
import { measureAvi } from './video/avi.ts'
import { measureElementaryStream } from './video/elementary-stream.ts'
import { measureFlashVideo } from './video/flash-video.ts'
import { measureMatroska } from './video/matroska.ts'
import { measureMovie } from './video/movie.ts'
import { measureOgg } from './video/ogg.ts'
import { measureProgramStream } from './video/program-stream.ts'
import { measureRawFrames } from './video/raw-frames.ts'
import { measureRealMedia } from './video/real-media.ts'
import { measureTransportStream } from './video/transport-stream.ts'

/** The readers of this package, by media type. */
const WALKERS: ReadonlyMap<string, Measure> = new Map([
  ...FIXED_HEADERS,
  ...TEXT_HEADERS,
  ...each(measureBmp, 'image/bmp'),
  ...each(measureFits, 'image/fits'),
  ...each(
    measureHeif,
    'image/avif',
    'image/heic',
    'image/heic-sequence',
    'image/heif',
    'image/heif-sequence',
    'image/hej2k',
  ),
  ...each(measureIcns, 'image/icns'),
  ...each(measureInterleavedBitmap, 'image/x-ilbm'),
  ...each(measureIcon, 'image/x-icon', 'image/x-cursor'),
  ...each(measureJpeg, 'image/jpeg', 'image/jls'),
  ...each(measureJpeg2000, 'image/jp2', 'image/jpx', 'image/jph'),
  ...each(measureJpegXl, 'image/jxl'),
  ...each(measureJpegXr, 'image/vnd.ms-photo'),
  ...each(measureOpenExr, 'image/x-exr'),
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

  ...each(measureAc3, 'audio/ac3', 'audio/eac3'),
  ...each(measureAdts, 'audio/aac'),
  ...each(measureAiff, 'audio/aiff'),
  ...each(measureAmr, 'audio/amr'),
  ...each(measureCoreAudio, 'audio/x-caf'),
  ...each(measureDff, 'audio/x-dff'),
  ...each(measureDsf, 'audio/x-dsf'),
  ...each(measureFlac, 'audio/flac'),
  ...each(measureGameMusic, 'audio/x-vgm'),
  ...each(measureMonkeysAudio, 'audio/ape'),
  ...each(measureMpegAudio, 'audio/mpeg'),
  ...each(measureMusepack, 'audio/x-musepack'),
  ...each(measureSunAudio, 'audio/basic'),
  ...each(measureTrueAudio, 'audio/x-tta'),
  ...each(measureWav, 'audio/wav'),
  ...each(measureWavPack, 'audio/wavpack'),

  ...each(measureAsf, 'audio/x-ms-wma', 'video/x-ms-wmv'),
  ...each(measureAvi, 'video/x-msvideo'),
  ...each(measureElementaryStream, 'video/h264', 'video/h265'),
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
  ...each(measureRawFrames, 'video/x-yuv4mpeg'),
  ...each(measureRealMedia, 'application/vnd.rn-realmedia'),
  ...each(measureTransportStream, 'video/mp2t'),
])

function each(walker: Measure, ...mimeTypes: readonly string[]): [string, Measure][] {
  return mimeTypes.map((mimeType) => [mimeType, walker])
}

/** The media types that are read here, on the main thread. */
export const WALKED_TYPES: readonly string[] = [...WALKERS.keys()]

/** Reads the size and length of a file of this type; nothing when its format has neither, or none that we can read. */
export async function measure(reader: BoundedReader, mimeType: string): Promise<Measures> {
  return (await WALKERS.get(mimeType)?.(reader, mimeType)) ?? {}
}
