import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3, beforeTrailingTags } from '../containers/id3.ts'
import { type Frame, framesLength } from './frames.ts'

/** Most files begin with a frame; in damaged ones the first frame is searched for. */
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
  /** Where a table of contents from the encoder would start in the first frame. */
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

/** Zero bytes before the first frame that still count as an encoder's silence. */
const MAX_ZEROS = 8 * 1024
const IN_A_ROW = 3

/**
 * Whether the bytes begin with two frames of a kind, or with one that has a table of contents. After zeros, which prove
 * nothing, it takes three.
 */
export function isMpegAudio(head: Buffer): boolean {
  const start = readMpegFrame(head, 0)
  if (start) return findMpegFrame(head) === 0 || contentsOf(head, 0, start) !== undefined
  let at = 0
  while (at < MAX_ZEROS && head[at] === 0) at += 1
  if (at === 0) return false
  const first = readMpegFrame(head, at)
  for (let count = 0; count < IN_A_ROW; count += 1) {
    const frame = readMpegFrame(head, at)
    if (!frame || frame.kind !== first?.kind) return false
    at += frame.length
  }
  return true
}

/**
 * MP3 and its older layers. Joined files are measured part by part: by the table of contents in the first frame of a
 * part, else by adding up the frames.
 */
export async function measureMpegAudio(reader: BoundedReader): Promise<Measures> {
  const end = await beforeTrailingTags(reader)
  let seconds = 0
  for (let start = await afterId3(reader), parts = 0; parts < MAX_PARTS; parts += 1) {
    const { bytes, at, first } = await firstFrame(reader, start, end)
    const contents = contentsOf(bytes, at, first)
    const partEnd = start + at + (contents?.bytes ?? 0)
    const fits = contents && contents.frames * SHORTEST_FRAME <= end - start
    if (!contents || !fits || partEnd > end + SLACK) {
      return { durationSeconds: seconds + (await restLength(reader, start + at, end, first)) }
    }
    seconds += contents.frames * first.seconds
    if (contents.bytes === 0 || !(await goesOn(reader, partEnd, end))) break
    start = await afterId3(reader, partEnd)
  }
  return { durationSeconds: seconds }
}

/** Layer III at 8 kbit/s and 24 kHz. */
const SHORTEST_FRAME = 24
/** Files joined into one. */
const MAX_PARTS = 64
/** Bytes by which some encoders get a table of contents wrong. */
const SLACK = 4096

/**
 * Whether another part begins where one ends: with a tag or a frame, and with more bytes than tools leave at an end.
 */
async function goesOn(reader: BoundedReader, at: number, end: number): Promise<boolean> {
  if (at + SLACK > end) return false
  const bytes = await reader.read(at, at + SLACK)
  return /^(?:ID3|TAG)/.test(bytes.toString('latin1', 0, 3)) || findMpegFrame(bytes) !== undefined
}

async function restLength(
  reader: BoundedReader,
  start: number,
  end: number,
  first: MpegFrame,
): Promise<number> {
  return framesLength(reader, start, end, (chunk, offset) => {
    const frame = readMpegFrame(chunk, offset)
    return frame?.kind === first.kind ? frame : undefined
  })
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

interface Contents {
  readonly frames: number
  /** Bytes of the part, from its first frame on; 0 when the header does not say. */
  readonly bytes: number
}

/** What a `Xing`, `Info` or `VBRI` header gives. */
function contentsOf(bytes: Buffer, frame: number, { contents }: MpegFrame): Contents | undefined {
  const name = bytes.toString('latin1', contents, contents + 4)
  if ((name === 'Xing' || name === 'Info') && contents + 16 <= bytes.length) {
    const flags = bytes.readUInt32BE(contents + 4)
    const frames = flags & 1 ? bytes.readUInt32BE(contents + 8) : 0
    const size = (flags & 3) === 3 ? bytes.readUInt32BE(contents + 12) : 0
    return frames > 0 ? { frames, bytes: size } : undefined
  }
  const fraunhofer = frame + 36
  if (bytes.toString('latin1', fraunhofer, fraunhofer + 4) !== 'VBRI') return undefined
  if (fraunhofer + 18 > bytes.length) return undefined
  const frames = bytes.readUInt32BE(fraunhofer + 14)
  return frames > 0 ? { frames, bytes: bytes.readUInt32BE(fraunhofer + 10) } : undefined
}
