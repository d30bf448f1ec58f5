import type { Measures } from '../../facts/measures.ts'
import type { Size } from '../../facts/size.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isRangeError } from '../../reading/range-error.ts'
import { oriented } from './orientation.ts'
import { type Directory, openTiff, TAG } from './tiff-directory.ts'

/** The first page, displayed upright; for a raw photo, its full picture, not the preview before it. */
export async function measureTiff(reader: BoundedReader): Promise<Measures> {
  const stream = await openTiff(reader, 0)
  const page = await stream.directoryAt(stream.first)
  const size = (await fullPicture(page, stream.directoryAt)) ?? sizeIn(page)
  if (!size) throw new RangeError('no size')
  const upright = oriented(size, page.get(TAG.orientation)?.[0])
  return page.has(TAG.dngVersion) ? { mimeType: 'image/x-adobe-dng', ...upright } : upright
}

/** Raw photos put a reduced picture first and the full ones into sub-directories (DNG 1.7, chapter 2). */
async function fullPicture(
  page: Directory,
  directoryAt: (at: number) => Promise<Directory>,
): Promise<Size | undefined> {
  if (!isReduced(page)) return undefined
  let full: Size | undefined
  for (const at of page.get(TAG.subDirectories) ?? []) {
    const directory = await unlessCutOff(directoryAt(at))
    const size = directory && sizeIn(directory)
    if (!size || isReduced(directory)) continue
    if (!full || size.width * size.height > full.width * full.height) full = size
  }
  return full
}

/** The end of a photo may be missing while its first directory is still there. */
async function unlessCutOff(directory: Promise<Directory>): Promise<Directory | undefined> {
  try {
    return await directory
  } catch (cause) {
    if (isRangeError(cause)) return undefined
    throw cause
  }
}

function isReduced(directory: Directory): boolean {
  return ((directory.get(TAG.newSubfileType)?.[0] ?? 0) & 1) === 1
}

function sizeIn(directory: Directory): Size | undefined {
  const width = directory.get(TAG.width)?.[0]
  const height = directory.get(TAG.height)?.[0]
  return width === undefined || height === undefined ? undefined : { width, height }
}
