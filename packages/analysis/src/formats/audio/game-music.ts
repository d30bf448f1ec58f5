import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Samples a second of the commands of VGM. */
const RATE = 44_100

/** VGM: the samples that all commands wait for (VGM specification 1.71, "Header"). */
export async function measureGameMusic(reader: BoundedReader): Promise<Measures> {
  return { durationSeconds: (await reader.head()).readUInt32LE(0x18) / RATE }
}
