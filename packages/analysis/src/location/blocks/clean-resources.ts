import { resources } from '../../photo/photoshop-resources.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { Edits, Part } from '../edits/edits.ts'
import { cleanIptc } from './clean-iptc.ts'
import { cleanThumbnail } from './clean-thumbnail.ts'
import { cleanXmp } from './clean-xmp.ts'

/** Resources with metadata (Adobe Photoshop File Formats, "Image Resource IDs"). */
const IPTC = 0x0404
const EXIF: readonly number[] = [0x0422, 0x0423]
const XMP = 0x0424
/** Small pictures as JPEG, after a header. */
const THUMBNAILS: readonly number[] = [0x0409, 0x040c]
const THUMBNAIL_HEADER = 28
const MOST_RESOURCES = 1024

/**
 * Removes the location from Photoshop's image resources. What is none becomes zeros. `cleanExif` is for EXIF data, which
 * may hold such resources itself.
 */
export async function cleanResources(
  reader: BoundedReader,
  edits: Edits,
  { start, end }: Part,
  cleanExif: (reader: BoundedReader, edits: Edits, part: Part) => Promise<void>,
): Promise<void> {
  if (!(await edits.begin(reader, { start, end }))) return
  let at = start
  let count = 0
  for await (const { id, next, ...content } of resources(reader, { start, end })) {
    if (content.end > end || count === MOST_RESOURCES) break
    count += 1
    if (EXIF.includes(id)) await cleanExif(reader, edits, content)
    if (id === IPTC) await edits.rewrite(reader, content, cleanIptc)
    if (id === XMP) await edits.rewrite(reader, content, cleanXmp)
    if (THUMBNAILS.includes(id)) {
      const picture = { start: content.start + THUMBNAIL_HEADER, end: content.end }
      await cleanThumbnail(reader, edits, picture)
    }
    at = next
  }
  await edits.zeroUnlessEmpty(reader, { start: at, end })
}
