import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { isRangeError } from '../../reading/range-error.ts'
import { h264Size } from './h264-size.ts'
import { h265Size } from './h265-size.ts'
import { mpegVideoSize } from './mpeg-video-size.ts'
import { presentedLength, readPresentationTime } from './presentation-time.ts'

const SYNC = 0x47
const WINDOW = 512 * 1024
const PACKET = 188

/**
 * Size from the headers of the first video stream, length from the first to the last presentation time of any one
 * stream (ISO/IEC 13818-1, 2.4.3). Sound without pictures, as in radio streams, is audio.
 */
export async function measureTransportStream(reader: BoundedReader): Promise<Measures> {
  const head = await reader.read(0, WINDOW)
  const shape = packetShape(head)
  if (!shape) throw new RangeError('no packets')
  const tailStart = Math.max(0, Math.floor((reader.size - WINDOW) / shape.size) * shape.size)
  const tail = await reader.read(tailStart, reader.size)
  const kinds = new Set(streamKinds(head, shape))
  await reader.giveTurn()
  const size = kinds.has('video') ? videoSize(videoStream(head, shape)) : undefined
  await reader.giveTurn()
  const first = [...times(head, shape)]
  await reader.giveTurn()
  return {
    ...(kinds.has('audio') && !kinds.has('video') ? { type: 'audio' } : {}),
    width: size?.width ?? null,
    height: size?.height ?? null,
    durationSeconds: presentedLength(first, times(tail, shape)),
  }
}

function videoSize(stream: Buffer): ReturnType<typeof h264Size> {
  try {
    return mpegVideoSize(stream) ?? h264Size(stream) ?? h265Size(stream)
  } catch (cause) {
    if (isRangeError(cause)) return undefined
    throw cause
  }
}

interface PacketShape {
  readonly size: number
  readonly offset: number
}

/** Packets of 188 bytes, or of 192 with a time stamp before each (M2TS). */
function packetShape(head: Buffer): PacketShape | undefined {
  const shapes = [
    { size: PACKET, offset: 0 },
    { size: PACKET + 4, offset: 4 },
  ]
  return shapes.find(({ size, offset }) => head[offset] === SYNC && head[offset + size] === SYNC)
}

interface Packet {
  readonly pid: number
  /** Whether a PES packet begins in it. */
  readonly isStart: boolean
  readonly payload: Buffer
}

function* packets(bytes: Buffer, { size, offset }: PacketShape): Generator<Packet> {
  for (let at = offset; at + PACKET <= bytes.length; at += size) {
    const control = (bytes.readUInt8(at + 3) >> 4) & 3
    if (bytes[at] !== SYNC || (control & 1) === 0) continue
    const start = at + 4 + (control === 3 ? 1 + bytes.readUInt8(at + 4) : 0)
    const payload = bytes.subarray(start, Math.max(start, at + PACKET))
    const pid = bytes.readUInt16BE(at + 1) & 0x1fff
    const startsUnit = (bytes.readUInt8(at + 1) & 0x40) !== 0
    const isPes = startsUnit && payload.length >= 14 && payload.readUIntBE(0, 3) === 1
    yield { pid, isStart: isPes, payload }
  }
}

function* times(bytes: Buffer, shape: PacketShape): Generator<[number, number]> {
  for (const { pid, isStart, payload } of packets(bytes, shape)) {
    const hasTime = isStart && (payload.readUInt8(7) & 0x80) !== 0
    if (hasTime) yield [pid * 256 + payload.readUInt8(3), readPresentationTime(payload, 9)]
  }
}

/**
 * The kinds of the streams present, by their ids (2.4.3.7, table 2-22); 0xbd holds AC-3, 0xfd newer codecs of both
 * kinds.
 */
function* streamKinds(bytes: Buffer, shape: PacketShape): Generator<'video' | 'audio'> {
  for (const { isStart, payload } of packets(bytes, shape)) {
    const id = isStart ? payload.readUInt8(3) : 0
    if ((id & 0xf0) === 0xe0 || id === 0xfd) yield 'video'
    if ((id & 0xe0) === 0xc0 || id === 0xbd) yield 'audio'
  }
}

/** The payload of the first stream with a video id, PES headers included. */
function videoStream(bytes: Buffer, shape: PacketShape): Buffer {
  const parts: Buffer[] = []
  let video: number | undefined
  for (const { pid, isStart, payload } of packets(bytes, shape)) {
    if (video === undefined && isStart && (payload.readUInt8(3) & 0xf0) === 0xe0) video = pid
    if (pid === video) parts.push(payload)
  }
  return Buffer.concat(parts)
}
