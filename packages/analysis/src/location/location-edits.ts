import type { FileFacts } from '../facts/file-facts.ts'
import { UNKNOWN_TYPE } from '../facts/media-types.ts'
import { BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { cleanTiffFile } from './blocks/clean-tiff.ts'
import { cleanFits } from './clean-fits.ts'
import { cleanGif } from './clean-gif.ts'
import { cleanHeif } from './clean-heif.ts'
import { cleanJpeg } from './clean-jpeg.ts'
import { cleanJpegXl } from './clean-jpeg-xl.ts'
import { cleanMatroska } from './clean-matroska.ts'
import { cleanMovie } from './clean-movie.ts'
import { cleanPng } from './clean-png.ts'
import { cleanSvg } from './clean-svg.ts'
import { cleanUnknown } from './clean-unknown.ts'
import { cleanWebp } from './clean-webp.ts'
import { CannotClean, Edits } from './edits/edits.ts'
import type { Edit } from './edits/merged.ts'
import { PLAIN_TYPES } from './plain-types.ts'

type CleanFormat = (reader: BoundedReader, edits: Edits) => Promise<void>

const whole = (clean: typeof cleanJpeg): CleanFormat => {
  return (reader, edits) => clean(reader, edits, { start: 0, end: reader.size })
}

/** How to clean files of each type. */
export const FORMATS: Readonly<Record<string, CleanFormat>> = {
  'image/jpeg': whole(cleanJpeg),
  'image/png': cleanPng,
  'image/apng': cleanPng,
  'image/webp': cleanWebp,
  'image/heic': cleanHeif,
  'image/heif': cleanHeif,
  'image/heic-sequence': cleanHeif,
  'image/heif-sequence': cleanHeif,
  'image/hej2k': cleanHeif,
  'image/avif': cleanHeif,
  'image/jxl': cleanJpegXl,
  'image/gif': cleanGif,
  'image/svg+xml': cleanSvg,
  'image/tiff': cleanTiffFile,
  'image/fits': cleanFits,
  'video/mp4': whole(cleanMovie),
  'video/quicktime': whole(cleanMovie),
  'video/x-m4v': whole(cleanMovie),
  'video/3gpp': whole(cleanMovie),
  'video/3gpp2': whole(cleanMovie),
  'audio/mp4': whole(cleanMovie),
  'audio/3gpp': whole(cleanMovie),
  'audio/3gpp2': whole(cleanMovie),
  'video/webm': cleanMatroska,
  'video/x-matroska': cleanMatroska,
  [UNKNOWN_TYPE]: cleanUnknown,
}

/** The version of what Stowage removes. Stowage makes copies of an older version again. */
export const CLEANING_VERSION = 2

/** Milliseconds of reading. */
const MOST_TIME = 30_000

/**
 * What is known of the location in a file: `look`: nothing, before `locationEdits` looked at it. `none`: it names none.
 * `refuse`: it names one that Stowage cannot remove, or it is a picture or video whose type Stowage cannot read.
 */
export function locationCare({
  type,
  mimeType,
  embedded,
}: Pick<FileFacts, 'type' | 'mimeType' | 'embedded'>): 'look' | 'none' | 'refuse' {
  if (Object.hasOwn(FORMATS, mimeType)) return 'look'
  if (embedded?.location) return 'refuse'
  const isVisual = type === 'image' || type === 'video'
  return isVisual && !PLAIN_TYPES.has(mimeType) ? 'refuse' : 'none'
}

/**
 * What to change in a file so that it no longer says where it was taken: in EXIF, XMP, IPTC, notes of makers, user data
 * of movies, and tracks of sensors. Pictures and sounds stay as they are, byte for byte, and so does the length of the
 * file. Empty when it says nothing; `null` when it cannot be cleaned, because it is damaged or of another type. Rejects
 * with `BudgetExceeded` when there was no time to read it, which proves nothing about it.
 */
export async function locationEdits(
  file: ReadableFile,
  mimeType: string,
  signal?: AbortSignal,
): Promise<readonly Edit[] | null> {
  const clean = FORMATS[mimeType]
  if (clean === undefined) return null
  const edits = new Edits({ start: 0, end: file.size })
  try {
    await clean(new BoundedReader(file, budgetFor(file.size), signal), edits)
    return edits.list
  } catch (cause) {
    const isTooMuch = cause instanceof BudgetExceeded && cause.reason === 'budget'
    if (isTooMuch || cause instanceof CannotClean || isRangeError(cause)) return null
    throw cause
  }
}

/** It reads the file once, and its tables again. */
function budgetFor(size: number) {
  return {
    maxTimeMs: MOST_TIME,
    maxBytes: 2 * size + 64 * 2 ** 20,
    maxReads: 16_384 + Math.ceil(size / 128),
  }
}
