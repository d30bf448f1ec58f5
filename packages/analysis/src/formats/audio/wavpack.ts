import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { fittingLength } from './fitting-length.ts'

const SAMPLE_RATES = [
  6000, 8000, 9600, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
  192000,
]
const HEADER = 32
const IS_DSD = 0x80000000
const UNKNOWN = 0xffffffff
const MAX_METADATA = 32
const SAMPLE_RATE = 0x27
const DSD_BLOCK = 0x0e
/** Flag of a metadata block's id: its size takes three bytes. */
const IS_LARGE = 0x80

/**
 * Length from the first block: samples of the whole file over the rate (WavPack 4 & 5 binary file format, 2.0 and 3.0).
 */
export async function measureWavPack(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const header = await reader.read(start, start + HEADER)
  const low = header.readUInt32LE(12)
  const rate = await samplesPerSecond(reader, start + HEADER, header.readUInt32LE(24))
  if (low === UNKNOWN || rate === undefined) return {}
  const samples = low + header.readUInt8(11) * 2 ** 32
  const blocks = samples / Math.max(1, header.readUInt32LE(20))
  return { durationSeconds: fittingLength(samples / rate, blocks, reader.size - start) }
}

/** The rate as listed, or as written out; for DSD times a power of two, with eight bits as one sample. */
async function samplesPerSecond(
  reader: BoundedReader,
  metadata: number,
  flags: number,
): Promise<number | undefined> {
  const listed = SAMPLE_RATES[(flags >>> 23) & 15]
  const rate = listed ?? (await findMetadata(reader, metadata, SAMPLE_RATE))?.readUIntLE(0, 3)
  if (rate === undefined || (flags & IS_DSD) === 0) return rate || undefined
  const block = await findMetadata(reader, metadata, DSD_BLOCK)
  return block && rate * 2 ** (block.readUInt8(0) & 31)
}

/** The first four bytes of the block with this id. */
async function findMetadata(
  reader: BoundedReader,
  start: number,
  wanted: number,
): Promise<Buffer | undefined> {
  for (let at = start, blocks = 0; blocks < MAX_METADATA; blocks += 1) {
    const bytes = await reader.read(at, at + 8)
    if (bytes.length < 8) break
    const isLarge = (bytes.readUInt8(0) & IS_LARGE) !== 0
    const data = isLarge ? 4 : 2
    if ((bytes.readUInt8(0) & 0x3f) === wanted) return bytes.subarray(data, data + 4)
    at += data + (isLarge ? bytes.readUIntLE(1, 3) : bytes.readUInt8(1)) * 2
  }
  return undefined
}
