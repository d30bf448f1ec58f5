import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isRangeError } from '../../reading/range-error.ts'
import { readDirectory, TAG } from './tiff-directory.ts'
import { readXmpOrientation, type XmpPacket } from './xmp.ts'

/** The size as displayed: EXIF orientations 5 to 8 turn the picture on its side (CIPA DC-008, 4.6.4). */
export function oriented({ width, height }: Size, orientation: number | undefined): Size {
  const isTurned = orientation !== undefined && orientation >= 5 && orientation <= 8
  return isTurned ? { width: height, height: width } : { width, height }
}

/** Where a file keeps what it says about its picture, as far as it does. */
export interface MetadataPlaces {
  /** Start of the EXIF data. */
  readonly exif: number | undefined
  readonly xmp: XmpPacket | undefined
}

/** The orientation by EXIF, and by XMP where EXIF is silent; damaged metadata counts as none. */
export async function readOrientation(
  reader: BoundedReader,
  { exif, xmp }: MetadataPlaces,
): Promise<number | undefined> {
  const byExif = exif === undefined ? undefined : await readExifOrientation(reader, exif)
  return byExif ?? (xmp && (await readXmpOrientation(reader, xmp)))
}

async function readExifOrientation(
  reader: BoundedReader,
  start: number,
): Promise<number | undefined> {
  try {
    return (await readDirectory(reader, start)).get(TAG.orientation)?.[0]
  } catch (cause) {
    if (isRangeError(cause)) return undefined
    throw cause
  }
}
