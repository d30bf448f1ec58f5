import { elements } from '../formats/containers/ebml.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { hasWords } from './blocks/words.ts'
import { CannotClean, type Edits, type Part } from './edits/edits.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const TAGS = 0x1254c367
const INFO = 0x1549a966
/** In names of tags, such as `RECORDING_LOCATION`, and in their values. */
const WORDS = /location|gps|latitude|longitude|geo/i
/** An element that players pass over. */
const VOID = 0xec
const LONGEST_HEADER = 9

/** A Matroska or WebM file: tags that name a location become free space (RFC 9559, 5.1.8). */
export async function cleanMatroska(reader: BoundedReader, edits: Edits): Promise<void> {
  await cleanElements(reader, edits, { start: 0, end: reader.size })
}

async function cleanElements(reader: BoundedReader, edits: Edits, part: Part): Promise<void> {
  let at = part.start
  for await (const { id, start, end, isOpen } of elements(reader, part.start, part.end)) {
    // Live recordings: what follows within an element is looked at as if it followed the element.
    if (id === SEGMENT || (id === CLUSTER && isOpen)) {
      return cleanElements(reader, edits, { start, end: part.end })
    }
    const names = (id === TAGS || id === INFO) && (await hasWords(reader, { start, end }, WORDS))
    if (names && id === INFO) throw new CannotClean('the title names a location')
    if (names) await removeElement(reader, edits, { start: at, end })
    at = end
  }
  if (at < part.end) throw new CannotClean('no element')
}

async function removeElement(
  reader: BoundedReader,
  edits: Edits,
  { start, end }: Part,
): Promise<void> {
  const header = Buffer.alloc(LONGEST_HEADER)
  header.writeUInt8(VOID)
  header.writeBigUInt64BE((1n << 56n) + BigInt(end - start - LONGEST_HEADER), 1)
  const before = await reader.read(start, start + LONGEST_HEADER)
  edits.replace(start, before, header)
  edits.zero({ start: start + LONGEST_HEADER, end })
}
