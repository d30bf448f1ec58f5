import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { fittingLength } from './fitting-length.ts'

const MAX_CHUNKS = 256
/** No codec has packets of more frames. */
const LARGEST_PACKET = 65_536

/** CAF: the frames of its packet table, else bytes over the size of a packet (Apple Core Audio Format 1.0). */
export async function measureCoreAudio(reader: BoundedReader): Promise<Measures> {
  let rate = 0
  let packetBytes = 0
  let packetFrames = 0
  let data = 0
  let packets = 0
  let frames = 0
  for (let at = 8, count = 0; at + 12 <= reader.size && count < MAX_CHUNKS; count += 1) {
    const bytes = await reader.read(at, at + 12 + 32)
    const name = bytes.toString('latin1', 0, 4)
    const size = Number(bytes.readBigInt64BE(4))
    if (name === 'desc') {
      rate = bytes.readDoubleBE(12)
      packetBytes = bytes.readUInt32BE(28)
      packetFrames = bytes.readUInt32BE(32)
    }
    if (name === 'pakt') {
      packets = Number(bytes.readBigInt64BE(12))
      frames = Number(bytes.readBigInt64BE(20))
    }
    const isOpen = name === 'data' && size === -1
    if (name === 'data')
      data = (isOpen ? reader.size - at - 12 : Math.min(size, reader.size - at - 12)) - 4
    if (isOpen || size < 0) break
    at += 12 + size
  }
  if (frames === 0 && packetBytes > 0) {
    const samples = Math.floor(data / packetBytes) * packetFrames
    return { durationSeconds: rate > 0 && samples > 0 ? samples / rate : null }
  }
  const least = Math.max(packets, frames / LARGEST_PACKET)
  return { durationSeconds: fittingLength(frames / rate, least, reader.size) }
}
