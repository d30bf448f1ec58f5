import type { BoundedReader } from '../../reading/bounded-reader.ts'

const HAS_FOOTER = 0x10
const MAX_TAGS = 8

/** The offset after the ID3v2 tags at `from`; `from` itself when there are none (ID3v2.4 structure, 3.1). */
export async function afterId3(reader: BoundedReader, from = 0): Promise<number> {
  let at = from
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    const bytes = await reader.read(at, at + 10)
    if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') break
    const size = synchsafe(bytes, 6)
    at += 10 + size + (bytes.readUInt8(5) & HAS_FOOTER ? 10 : 0)
  }
  return Math.min(at, reader.size)
}

/** A size of seven bits in each of four bytes (ID3v2.4 structure, 6.2). */
export function synchsafe(bytes: Buffer, at: number): number {
  return bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
}

/** Where the tags at the end of the file begin (ID3v1, APEv2); the size of the file when there are none. */
export async function beforeTrailingTags(reader: BoundedReader): Promise<number> {
  let end = reader.size
  const tail = await reader.read(Math.max(0, end - 128), end)
  if (tail.length === 128 && tail.toString('latin1', 0, 3) === 'TAG') end -= 128
  const footer = await reader.read(Math.max(0, end - 32), end)
  if (footer.length === 32 && footer.toString('latin1', 0, 8) === 'APETAGEX') {
    const header = footer.readUInt32LE(20) & 0x80000000 ? 32 : 0
    end -= Math.min(end, footer.readUInt32LE(12) + header)
  }
  return end
}
