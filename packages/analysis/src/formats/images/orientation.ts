import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isRangeError } from '../../reading/range-error.ts'
import { readDirectory, TAG } from './tiff-directory.ts'

/** The size as displayed: EXIF orientations 5 to 8 turn the picture on its side (CIPA DC-008, 4.6.4). */
export function oriented({ width, height }: Size, orientation: number | undefined): Size {
  const isTurned = orientation !== undefined && orientation >= 5 && orientation <= 8
  return isTurned ? { width: height, height: width } : { width, height }
}

/** The orientation in the EXIF data that starts at `exif`; damaged data counts as none. Browsers obey no other one. */
export async function readOrientation(
  reader: BoundedReader,
  exif: number | undefined,
): Promise<number | undefined> {
  if (exif === undefined) return undefined
  try {
    return (await readDirectory(reader, exif)).get(TAG.orientation)?.[0]
  } catch (cause) {
    if (isRangeError(cause)) return undefined
    throw cause
  }
}
