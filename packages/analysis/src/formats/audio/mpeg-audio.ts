import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3, beforeTrailingTags } from '../containers/id3.ts'
import { type Frame, framesLength } from './frames.ts'

/** Most files begin with a frame; damaged ones are searched for the first. */
const SEARCHES = [4 * 1024, 64 * 1024]
const BITRATES: readonly (readonly number[])[] = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const SAMPLE_RATES = [44100, 48000, 32000]

interface MpegFrame extends Frame {
  /** What all frames of a stream have in common. */
  readonly kind: number
  /** Where an encoder's table of contents would start in the first frame. */
  readonly contents: number
}

/** Reads a frame header (ISO/IEC 11172-3, 2.4.1.3; MPEG-2.5 included). */
export function readMpegFrame(bytes: Buffer, at: number): MpegFrame | undefined {
  if (at + 4 > bytes.length || bytes.readUInt8(at) !== 0xff) return undefined
  const header = bytes.readUInt32BE(at)
  const version = (header >>> 19) & 3
  const layer = 4 - ((header >>> 17) & 3)
  const rate = SAMPLE_RATES[(header >>> 10) & 3]
  if (header >>> 21 !== 0x7ff || version === 1 || layer === 4 || rate === undefined)
    return undefined
  const isFirst = version === 3
  const table = isFirst ? layer - 1 : layer === 1 ? 3 : 4
  const bitrate = BITRATES[table]?.[(header >>> 12) & 15]
  if (!bitrate) return undefined
  const sampleRate = rate >> (isFirst ? 0 : version === 2 ? 1 : 2)
  const samples = layer === 1 ? 384 : layer === 3 && !isFirst ? 576 : 1152
  const padding = (header >>> 9) & 1
  const length =
    layer === 1
      ? (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4
      : Math.floor((samples * 125 * bitrate) / sampleRate) + padding
  const isMono = ((header >>> 6) & 3) === 3
  const sideInfo = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  return {
    length,
    seconds: samples / sampleRate,
    kind: (header & 0xfffe0c00) >>> 0,
    contents: at + 4 + sideInfo,
  }
}

/** The first offset at which a frame follows a frame of the same kind, or ends the bytes. */
export function findMpegFrame(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const frame = readMpegFrame(bytes, at)
    if (!frame) continue
    const next = at + frame.length
    if (next === bytes.length || readMpegFrame(bytes, next)?.kind === frame.kind) return at
  }
  return undefined
}

/** MP3 and its elder layers: by the table of contents in the first frame, else by adding up the frames. */
export async function measureMpegAudio(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const end = await beforeTrailingTags(reader)
  const { bytes, at, first } = await firstFrame(reader, start, end)
  const count = frameCount(bytes, at, first.contents)
  if (count !== undefined) return { durationSeconds: count * first.seconds }
  const readFrame = (chunk: Buffer, offset: number): Frame | undefined => {
    const frame = readMpegFrame(chunk, offset)
    return frame?.kind === first.kind ? frame : undefined
  }
  return { durationSeconds: await framesLength(reader, start + at, end, readFrame) }
}

async function firstFrame(
  reader: BoundedReader,
  start: number,
  end: number,
): Promise<{ bytes: Buffer; at: number; first: MpegFrame }> {
  for (const length of SEARCHES) {
    const bytes = await reader.read(start, Math.min(start + length, end))
    const at = findMpegFrame(bytes)
    const first = at === undefined ? undefined : readMpegFrame(bytes, at)
    if (at !== undefined && first) return { bytes, at, first }
  }
  throw new RangeError('no frame')
}

/** The number of frames that a `Xing`, `Info` or `VBRI` header gives. */
function frameCount(bytes: Buffer, frame: number, contents: number): number | undefined {
  const name = bytes.toString('latin1', contents, contents + 4)
  if ((name === 'Xing' || name === 'Info') && contents + 12 <= bytes.length) {
    const hasFrames = (bytes.readUInt32BE(contents + 4) & 1) === 1
    return hasFrames ? bytes.readUInt32BE(contents + 8) || undefined : undefined
  }
  const fraunhofer = frame + 36
  if (bytes.toString('latin1', fraunhofer, fraunhofer + 4) !== 'VBRI') return undefined
  return fraunhofer + 18 <= bytes.length
    ? bytes.readUInt32BE(fraunhofer + 14) || undefined
    : undefined
}
