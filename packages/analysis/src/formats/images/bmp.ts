import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Size from the information header, 16-bit in the oldest one; a negative height means top-down rows. */
export async function measureBmp(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  if (head.readUInt32LE(14) === 12) {
    return { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
  }
  return { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) }
}
