import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { fittingLength } from './fitting-length.ts'

/** Samples a second of the commands of VGM. */
const RATE = 44_100
/** A command waits for 65,535 samples at most. It may be shorter than the frames that `fittingLength` expects: twice. */
const LONGEST_WAIT = 2 * 65_535

/** VGM: the samples that all commands wait for (VGM specification 1.71, "Header"). */
export async function measureGameMusic(reader: BoundedReader): Promise<Measures> {
  const samples = (await reader.head()).readUInt32LE(0x18)
  return { durationSeconds: fittingLength(samples / RATE, samples / LONGEST_WAIT, reader.size) }
}
