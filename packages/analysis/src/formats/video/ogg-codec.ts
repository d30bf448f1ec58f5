import type { Size } from '../../facts/size.ts'
import { streamInfoLength } from '../audio/flac.ts'

/** What the first packet of an Ogg stream says. */
export interface OggCodec {
  /** Set for pictures. */
  readonly size?: Size
  /** The time at a granule position. */
  seconds(granule: bigint): number
}

/** Vorbis, Opus, Speex, FLAC, Theora and OGM video, by their identification headers. `size`: bytes of the file. */
export function readOggCodec(packet: Buffer, size: number): OggCodec | undefined {
  const start = packet.toString('latin1', 0, 9)
  if (start.startsWith('\x01vorbis')) return perSecond(packet.readUInt32LE(12))
  if (start.startsWith('OpusHead')) return perSecond(48_000, packet.readUInt16LE(10))
  if (start.startsWith('Speex   ')) return perSecond(packet.readUInt32LE(36))
  if (start.startsWith('\x7fFLAC')) {
    const written = streamInfoLength(packet.subarray(17), size)
    const { seconds } = perSecond(packet.readUIntBE(27, 3) >>> 4)
    return { seconds: (granule) => written ?? seconds(granule) }
  }
  if (start.startsWith('\x80theora')) return theora(packet)
  if (start.startsWith('\x01video')) return ogm(packet)
  return undefined
}

function perSecond(rate: number, skipped = 0): OggCodec {
  return { seconds: (granule) => (rate > 0 ? Math.max(0, Number(granule) - skipped) / rate : 0) }
}

/** From this version on, granules count frames; before it, they numbered them. */
const COUNTED = 0x030201

/** A granule holds the number of the last key frame and the frames since (Theora specification, 6.2 and A.2.3). */
function theora(packet: Buffer): OggCodec {
  const frameSeconds = packet.readUInt32BE(26) / packet.readUInt32BE(22)
  const shift = BigInt((packet.readUInt16BE(40) >>> 5) & 31)
  const first = packet.readUIntBE(7, 3) < COUNTED ? 1 : 0
  return {
    size: { width: packet.readUIntBE(14, 3), height: packet.readUIntBE(17, 3) },
    seconds: (granule) =>
      (Number(granule >> shift) + Number(granule & ((1n << shift) - 1n)) + first) * frameSeconds,
  }
}

function ogm(packet: Buffer): OggCodec {
  const frameSeconds = Number(packet.readBigUInt64LE(17)) / 1e7
  return {
    size: { width: packet.readUInt32LE(45), height: packet.readUInt32LE(49) },
    seconds: (granule) => Number(granule) * frameSeconds,
  }
}
