import type { BoundedReader } from '../reading/bounded-reader.ts'
import { namesLocation } from './blocks/words.ts'
import { CannotClean, type Edits, type Part } from './edits/edits.ts'

const EXTENSION = 0x21
const IMAGE = 0x2c
const TRAILER = 0x3b
const COMMENT = 0xfe
const APPLICATION = 0xff
/** Applications that say how to show the picture. The data of all others becomes zeros. */
const SHOWN: ReadonlySet<string> = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'])
const LARGEST = 255
/** An XMP packet of this size is longer than any that people write. */
const MOST_BYTES = 2 ** 20
/**
 * Bytes of blocks that are read at once: at first less than the reader keeps of a file, as many frames are small; then
 * twice as many each time.
 */
const FIRST_WINDOW = 1024
const LARGEST_WINDOW = 64 * 1024

/** A GIF file (GIF89a, 17 to 27): comments that name a location, and what applications keep, such as XMP. */
export async function cleanGif(reader: BoundedReader, edits: Edits): Promise<void> {
  let at = 13 + tableSize((await reader.read(10, 11)).readUInt8(0))
  for (;;) {
    const head = await reader.read(at, at + 14)
    // Some files end without the last byte.
    const kind = head.length === 0 ? TRAILER : head.readUInt8(0)
    if (kind === TRAILER) break
    if (kind === IMAGE) {
      at = await endOfBlocks(reader, at + 11 + tableSize(head.readUInt8(9)))
      continue
    }
    if (kind !== EXTENSION) throw new CannotClean('no block')
    const label = head.readUInt8(1)
    const isOfApplication = label === APPLICATION
    const start = at + (isOfApplication ? 14 : 2)
    const end = await endOfBlocks(reader, start)
    const isHidden = isOfApplication
      ? !SHOWN.has(head.toString('latin1', 3, 14))
      : label === COMMENT && (await namesLocation(reader, { start, end }))
    if (isHidden) await blank(reader, edits, { start, end })
    at = end
  }
  await edits.zeroUnlessEmpty(reader, { start: at + 1, end: reader.size })
}

function tableSize(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

/** Past the blocks of up to 255 bytes, and the one of none that ends them. */
async function endOfBlocks(reader: BoundedReader, start: number): Promise<number> {
  let window = FIRST_WINDOW
  for (let from = start; ; window = Math.min(2 * window, LARGEST_WINDOW)) {
    const bytes = await reader.read(from, from + window)
    if (bytes.length === 0) throw new RangeError('the blocks have no end')
    let at = 0
    while (at < bytes.length) {
      const size = bytes.readUInt8(at)
      at += 1 + size
      if (size === 0) return from + at
    }
    from += at
  }
}

/** As many blocks of zeros. The sizes of those in an XMP packet are its own letters. */
async function blank(reader: BoundedReader, edits: Edits, { start, end }: Part): Promise<void> {
  if (end - start > MOST_BYTES) throw new CannotClean('too much data')
  const before = await reader.read(start, end)
  const after = Buffer.alloc(before.length)
  for (let at = 0; at + 1 < after.length; ) {
    const left = after.length - at - 2
    // Two bytes would be a block of one, and no end.
    const size = left - LARGEST === 1 ? LARGEST - 1 : Math.min(left, LARGEST)
    after[at] = size
    at += size + 1
  }
  edits.replace(start, before, after)
}
