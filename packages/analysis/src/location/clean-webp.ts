import { chunks } from '../formats/containers/riff.ts'
import { prefixOf } from '../photo/exif-prefix.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange } from '../reading/readable-file.ts'
import { cleanTiff } from './blocks/clean-tiff.ts'
import { cleanXmp } from './blocks/clean-xmp.ts'
import { CannotClean, type Edits } from './edits/edits.ts'

const MOST_CHUNKS = 100_000
/** What the picture needs (RFC 9649, 2.7). All other chunks become zeros. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'],
])
const NAMELESS = 'JUNK'

/** What a frame of an animation needs (2.7.1.1). */
const OF_FRAME: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
const FRAME_HEADER = 16

/** A WebP file. */
export async function cleanWebp(reader: BoundedReader, edits: Edits): Promise<void> {
  const size = (await reader.read(4, 8)).readUInt32LE(0)
  const last = Math.min(8 + size + (size & 1), reader.size)
  let count = 0
  for await (const { name, start, end } of chunks(reader, 12, last)) {
    count += 1
    if (count > MOST_CHUNKS) throw new CannotClean('too many chunks')
    if (name === 'XMP ') await edits.rewrite(reader, { start, end }, cleanXmp)
    else if (name === 'EXIF') {
      await cleanTiff(reader, edits, { start: start + (await prefixOf(reader, start)), end })
    } else if (!SHOWN.has(name)) await blank(reader, edits, { start, end })
    else if (name === 'ANMF') count += await cleanFrame(reader, edits, { start, end })
  }
  await edits.zeroUnlessEmpty(reader, { start: last, end: reader.size })
}

/** Returns how many chunks it has. */
async function cleanFrame(reader: BoundedReader, edits: Edits, frame: ByteRange): Promise<number> {
  let count = 0
  for await (const { name, ...chunk } of chunks(reader, frame.start + FRAME_HEADER, frame.end)) {
    count += 1
    if (!OF_FRAME.has(name)) await blank(reader, edits, chunk)
  }
  return count
}

/** Zeros under a name that says nothing. */
async function blank(
  reader: BoundedReader,
  edits: Edits,
  { start, end }: ByteRange,
): Promise<void> {
  const before = await reader.read(start - 8, start - 4)
  edits.replace(start - 8, before, Buffer.from(NAMELESS, 'latin1'))
  await edits.zeroUnlessEmpty(reader, { start, end })
}
