import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** The largest picture of an ICO or CUR file; a stored 0 means 256. */
export async function measureIcon(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  const count = Math.min(head.readUInt16LE(4), 256)
  let width = 0
  let height = 0
  for (let at = 6; at < 6 + count * 16 && at + 2 <= head.length; at += 16) {
    const entry = { width: head.readUInt8(at) || 256, height: head.readUInt8(at + 1) || 256 }
    if (entry.width * entry.height > width * height) ({ width, height } = entry)
  }
  return { width, height }
}
