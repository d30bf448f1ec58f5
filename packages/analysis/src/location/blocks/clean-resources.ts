import type { BoundedReader } from '../../reading/bounded-reader.ts'
import type { Edits, Part } from '../edits/edits.ts'
import { cleanIptc } from './clean-iptc.ts'
import { cleanXmp } from './clean-xmp.ts'

/** Resources with metadata (Adobe Photoshop File Formats, "Image Resource IDs"). */
const IPTC = 0x0404
const EXIF: readonly number[] = [0x0422, 0x0423]
const XMP = 0x0424
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
  for (let count = 0; count < MOST_RESOURCES && at + 12 <= end; count += 1) {
    const head = await reader.read(at, at + 7)
    if (head.toString('latin1', 0, 4) !== '8BIM') break
    // A name of a length byte and characters, padded to an even size.
    const body = at + 6 + ((head.readUInt8(6) + 2) & ~1)
    const size = (await reader.read(body, body + 4)).readUInt32BE(0)
    const content = { start: body + 4, end: body + 4 + size }
    if (content.end > end) break
    const id = head.readUInt16BE(4)
    if (EXIF.includes(id)) await cleanExif(reader, edits, content)
    if (id === IPTC) await edits.rewrite(reader, content, cleanIptc)
    if (id === XMP) await edits.rewrite(reader, content, cleanXmp)
    at = content.end + (size & 1)
  }
  await edits.zeroUnlessEmpty(reader, { start: at, end })
}
