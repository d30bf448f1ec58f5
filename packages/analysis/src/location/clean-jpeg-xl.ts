import { isoBoxes } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { cleanTiff } from './blocks/clean-tiff.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import type { Edits } from './edits/edits.ts'
import { removeBox } from './remove-box.ts'

const CODESTREAM = 0xff0a
/**
 * Boxes that the picture needs (ISO/IEC 18181-2, 9). All others become free space, and so do packed ones: among them is
 * what a JPEG file had besides its pixels (`jbrd`), such as IPTC and pictures behind it.
 */
const SHOWN: ReadonlySet<string> = new Set(['JXL ', 'ftyp', 'jxll', 'jxlc', 'jxlp', 'jxli'])

/** A JPEG XL file. */
export async function cleanJpegXl(reader: BoundedReader, edits: Edits): Promise<void> {
  // Without boxes there is nothing but the picture.
  if ((await reader.head()).readUInt16BE(0) === CODESTREAM) return
  let end = 0
  for await (const box of isoBoxes(reader, 0, reader.size)) {
    end = box.end
    if (box.type === 'xml ') await edits.rewrite(reader, box, cleanXmp)
    // The offset of the TIFF header comes first, which is always zero.
    else if (box.type === 'Exif') await cleanTiff(reader, edits, { ...box, start: box.start + 4 })
    else if (!SHOWN.has(box.type)) await removeBox(reader, edits, box)
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: reader.size })
}
