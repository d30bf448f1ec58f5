import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'
import { afterId3 } from '../containers/id3.ts'
import { fittingLength } from './fitting-length.ts'

/** From this version on a descriptor precedes the header. */
const DESCRIBED = 3980
const LARGER_FRAMES = 3950
const LARGE_FRAMES = 3900
const EXTRA_HIGH = 4000

/**
 * Monkey's Audio: the samples of the full frames and the last one, over the rate (MACLib, `APE_HEADER` and
 * `APE_HEADER_OLD`).
 */
export async function measureMonkeysAudio(reader: BoundedReader): Promise<Measures> {
  const start = await afterId3(reader)
  const bytes = await reader.read(start, start + 128)
  if (bytes.toString('latin1', 0, 4) !== 'MAC ') throw new RangeError('no header')
  const { blocks, frames, last, rate } =
    bytes.readUInt16LE(4) >= DESCRIBED ? recent(bytes) : old(bytes)
  const seconds = frames > 0 && rate > 0 ? ((frames - 1) * blocks + last) / rate : 0
  return { durationSeconds: fittingLength(seconds, frames, reader.size - start) }
}

interface Counts {
  readonly blocks: number
  readonly frames: number
  readonly last: number
  readonly rate: number
}

function recent(bytes: Buffer): Counts {
  const at = bytes.readUInt32LE(8)
  return {
    blocks: bytes.readUInt32LE(at + 4),
    last: bytes.readUInt32LE(at + 8),
    frames: bytes.readUInt32LE(at + 12),
    rate: bytes.readUInt32LE(at + 20),
  }
}

function old(bytes: Buffer): Counts {
  const version = bytes.readUInt16LE(4)
  const isLarge =
    version >= LARGE_FRAMES || (version >= 3800 && bytes.readUInt16LE(6) === EXTRA_HIGH)
  const blocks = version >= LARGER_FRAMES ? 73_728 * 4 : isLarge ? 73_728 : 9216
  const frames = bytes.readUInt32LE(24)
  return { blocks, frames, last: bytes.readUInt32LE(28), rate: bytes.readUInt32LE(12) }
}
