import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { fittingLength } from './fitting-length.ts'

const SAMPLE_RATES = [44_100, 48_000, 37_800, 32_000]
const FRAME = 1152
/** Samples by which the decoder of the older stream version is late. */
const DECODER_DELAY = 481
const MAX_PACKETS = 64

/** Musepack: stream version 7 by its frames, version 8 by its header packet (Musepack SV7 and SV8 specifications). */
export async function measureMusepack(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 28)
  const mark = bytes.toString('latin1', 0, 4)
  if (mark === 'MPCK') return measurePackets(reader, start + 4)
  if (!mark.startsWith('MP+') || (bytes.readUInt8(3) & 15) !== 7) throw new RangeError('no header')
  const frames = bytes.readUInt32LE(4)
  const rate = SAMPLE_RATES[bytes.readUInt8(10) & 3] ?? 44_100
  // Gapless streams say how many samples of the last frame count.
  const isGapless = (bytes.readUInt8(23) & 0x80) !== 0
  const last = isGapless ? ((bytes.readUInt8(23) & 0x7f) << 4) | (bytes.readUInt8(22) >> 4) : 0
  const samples =
    isGapless && last > 0 ? (frames - 1) * FRAME + last : frames * FRAME - DECODER_DELAY
  return { durationSeconds: fittingLength(samples / rate, frames, reader.size - start) }
}

async function measurePackets(reader: BoundedReader, from: number): Promise<Measures> {
  for (let at = from, packets = 0; packets < MAX_PACKETS; packets += 1) {
    const bytes = await reader.read(at, at + 40)
    const kind = bytes.toString('latin1', 0, 2)
    const size = number(bytes, 2)
    if (size.value < size.end) break
    if (kind === 'SH') {
      const samples = number(bytes, size.end + 5)
      const silence = number(bytes, samples.end)
      const rate = SAMPLE_RATES[bytes.readUInt8(silence.end) >> 5]
      if (rate === undefined) break
      const seconds = (samples.value - silence.value) / rate
      const frames = samples.value / (FRAME * 4 ** 7)
      return { durationSeconds: fittingLength(seconds, frames, reader.size) }
    }
    at += size.value
  }
  throw new RangeError('no stream header')
}

/** Seven bits a byte; the highest bit says that more bytes follow (SV8, "Variable-size integers"). */
function number(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0
  let at = from
  for (;;) {
    const byte = bytes.readUInt8(at)
    at += 1
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80 || at - from > 8) return { value, end: at }
  }
}
