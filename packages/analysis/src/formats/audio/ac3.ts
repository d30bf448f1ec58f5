import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { type Frame, framesLength } from './frames.ts'

const SYNC = 0x0b77
const SAMPLE_RATES = [48_000, 44_100, 32_000]
const BIT_RATES = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
]
const BLOCKS = [1, 2, 3, 6]
const BLOCK_SAMPLES = 256
/** Bit stream identifications up to 10 are AC-3, those up to 16 are E-AC-3. */
const LAST_AC3 = 10
const LAST_EAC3 = 16

/** AC-3 and E-AC-3: frames added up (ATSC A/52, 5.3.1 and E.1.2). */
export async function measureAc3(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  return { durationSeconds: await framesLength(reader, start, reader.size, readFrame) }
}

export function isAc3(head: Buffer, size: number): boolean {
  return (head[5] ?? 0xff) >> 3 <= LAST_AC3 && areFrames(head, size)
}

export function isEac3(head: Buffer, size: number): boolean {
  const id = (head[5] ?? 0) >> 3
  return id > LAST_AC3 && id <= LAST_EAC3 && areFrames(head, size)
}

/** A frame that another one follows, or that ends the file. */
function areFrames(head: Buffer, size: number): boolean {
  const next = readFrame(head, 0)?.length
  return next !== undefined && (next === size || readFrame(head, next) !== undefined)
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + 6 > bytes.length || bytes.readUInt16BE(at) !== SYNC) return undefined
  const id = bytes.readUInt8(at + 5) >> 3
  if (id > LAST_EAC3) return undefined
  return id <= LAST_AC3 ? readAc3(bytes, at, id) : readEac3(bytes, at)
}

function readAc3(bytes: Buffer, at: number, id: number): Frame | undefined {
  const code = bytes.readUInt8(at + 4)
  const rate = SAMPLE_RATES[code >> 6]
  const kilobits = BIT_RATES[(code & 63) >> 1]
  if (rate === undefined || kilobits === undefined) return undefined
  // At 44.1 kHz some frames have one word more, which makes up for the rounding.
  const words = Math.floor((kilobits * 96_000) / rate) + (rate === 44_100 ? code & 1 : 0)
  const slower = 2 ** Math.max(0, id - 8)
  return { length: words * 2, seconds: (6 * BLOCK_SAMPLES * slower) / rate }
}

function readEac3(bytes: Buffer, at: number): Frame | undefined {
  const words = (bytes.readUInt16BE(at + 2) & 0x7ff) + 1
  const isDependent = bytes.readUInt8(at + 2) >> 6 === 1
  const code = bytes.readUInt8(at + 4)
  const isHalf = code >> 6 === 3
  const rate = isHalf ? (SAMPLE_RATES[(code >> 4) & 3] ?? 0) / 2 : (SAMPLE_RATES[code >> 6] ?? 0)
  if (rate === 0 || words < 3) return undefined
  const blocks = isHalf ? 6 : (BLOCKS[(code >> 4) & 3] ?? 6)
  // A dependent frame adds channels to the time of the frame before it.
  return { length: words * 2, seconds: isDependent ? 0 : (blocks * BLOCK_SAMPLES) / rate }
}
