import { BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { flacPictures } from './flac-pictures.ts'
import { id3Pictures } from './id3-pictures.ts'
import { moviePictures } from './movie-pictures.ts'
import { oggPictures } from './ogg-pictures.ts'
import { type EmbeddedPicture, LARGEST_PICTURE } from './picture-block.ts'

const READERS: Readonly<Record<string, (reader: BoundedReader) => AsyncIterable<EmbeddedPicture>>> =
  {
    'audio/mpeg': id3Pictures,
    'audio/aac': id3Pictures,
    'audio/flac': flacPictures,
    'audio/mp4': moviePictures,
    'audio/ogg': oggPictures,
  }

const FRONT = 3
const MOST_PICTURES = 16
/** Milliseconds of reading. */
const MOST_TIME = 2000

/** Whether files of this type may hold a cover. */
export function mayHaveCover(mimeType: string): boolean {
  return Object.hasOwn(READERS, mimeType)
}

/**
 * The picture that a file of sound holds as its front cover, else its first picture: ID3 of MP3 and AAC, FLAC, Ogg
 * Vorbis and Opus, MP4. `null` without one, and for a damaged file. Stowage does not check the bytes. Rejects with
 * `BudgetExceeded` when there was no time to read it.
 */
export async function readCover(
  file: ReadableFile,
  mimeType: string,
  signal?: AbortSignal,
): Promise<Buffer | null> {
  const pictures = READERS[mimeType]
  if (pictures === undefined) return null
  const budget = { maxTimeMs: MOST_TIME, maxBytes: 4 * LARGEST_PICTURE, maxReads: 200_000 }
  let first: Buffer | null = null
  let count = 0
  try {
    for await (const { kind, bytes } of pictures(new BoundedReader(file, budget, signal))) {
      if (kind === FRONT) return bytes
      first ??= bytes
      count += 1
      if (count === MOST_PICTURES) return first
    }
  } catch (cause) {
    const isTooMuch = cause instanceof BudgetExceeded && cause.reason === 'budget'
    if (!isTooMuch && !isRangeError(cause)) throw cause
  }
  return first
}
