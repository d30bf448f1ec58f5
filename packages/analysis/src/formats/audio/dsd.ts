import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { fittingLength, uncompressedLength } from './fitting-length.ts'

const MAX_CHUNKS = 256

/** DSF: samples of a channel over the rate, both in the format chunk (DSF file format specification 1.01). */
export async function measureDsf(reader: BoundedReader): Promise<Measures> {
  const bytes = await reader.read(28, 28 + 52)
  if (bytes.toString('latin1', 0, 4) !== 'fmt ') throw new RangeError('no format')
  const rate = bytes.readUInt32LE(28)
  const samples = Number(bytes.readBigUInt64LE(36))
  // A sample has one bit of each channel.
  const bits = bytes.readUInt32LE(24)
  return { durationSeconds: uncompressedLength({ samples, rate, bits }, reader.size) }
}

interface Sound {
  rate: number
  channels: number
  /** Seconds; `null` when neither frames nor bytes are known. */
  seconds: number | null
}

/**
 * DSDIFF: bits of the sound data over channels and rate; for compressed sound, frames over their rate (DSDIFF 1.5, 3).
 */
export async function measureDff(reader: BoundedReader): Promise<Measures> {
  const sound: Sound = { rate: 0, channels: 0, seconds: null }
  for await (const { name, start, size } of chunks(reader, 16, reader.size)) {
    if (name === 'PROP') await readProperties(reader, start + 4, start + size, sound)
    if (name === 'DSD ' && sound.rate * sound.channels > 0) {
      const bytes = Math.min(size, reader.size - start)
      sound.seconds = (bytes * 8) / sound.channels / sound.rate
    }
    if (name === 'DST ') {
      const bytes = await reader.read(start + 12, start + 18)
      const [frames, rate] = [bytes.readUInt32BE(0), bytes.readUInt16BE(4)]
      sound.seconds = fittingLength(frames / rate, frames, reader.size)
    }
    if (sound.seconds !== null) break
  }
  return { durationSeconds: sound.seconds }
}

async function readProperties(
  reader: BoundedReader,
  from: number,
  end: number,
  sound: Sound,
): Promise<void> {
  for await (const { name, start } of chunks(reader, from, end)) {
    const bytes = await reader.read(start, start + 4)
    if (name === 'FS  ') sound.rate = bytes.readUInt32BE(0)
    if (name === 'CHNL') sound.channels = bytes.readUInt16BE(0)
  }
}

interface LongChunk {
  readonly name: string
  readonly start: number
  readonly size: number
}

/** Chunks whose size takes eight bytes. */
async function* chunks(
  reader: BoundedReader,
  from: number,
  end: number,
): AsyncGenerator<LongChunk> {
  const limit = Math.min(end, reader.size)
  for (let at = from, count = 0; at + 12 <= limit && count < MAX_CHUNKS; count += 1) {
    const bytes = await reader.read(at, at + 12)
    const size = Number(bytes.readBigUInt64BE(4))
    yield { name: bytes.toString('latin1', 0, 4), start: at + 12, size }
    at += 12 + size + (size % 2)
  }
}
