import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

const WIDTH = 0xbc80
const HEIGHT = 0xbc81
const MAX_ENTRIES = 256

/** Size from the first directory, which is laid out like TIFF's but has its own tags (ITU-T T.832, A.5 and A.7). */
export async function measureJpegXr(reader: BoundedReader): Promise<Measures> {
  const at = (await reader.head()).readUInt32LE(4)
  const count = Math.min((await reader.read(at, at + 2)).readUInt16LE(0), MAX_ENTRIES)
  const entries = await reader.read(at + 2, at + 2 + count * 12)
  const found = new Map<number, number>()
  for (let entry = 0; entry + 12 <= entries.length; entry += 12) {
    const isShort = entries.readUInt16LE(entry + 2) === 3
    const value = isShort ? entries.readUInt16LE(entry + 8) : entries.readUInt32LE(entry + 8)
    found.set(entries.readUInt16LE(entry), value)
  }
  return { width: found.get(WIDTH) ?? null, height: found.get(HEIGHT) ?? null }
}
