import type { Size } from '../../facts/size.ts'
import { type ParameterBits, parameterBits } from './parameter-bits.ts'
import { nextStartCode } from './start-code.ts'

/** First byte of a sequence parameter set of the base layer. */
const SEQUENCE_PARAMETERS = 0x42
const MAX_LENGTH = 256
/** Bits of a profile, and of a level. */
const PROFILE = 88
const LEVEL = 8

/** The cropped size in the first sequence parameter set of an H.265 byte stream (ITU-T H.265, 7.3.2.2.1 and annex B). */
export function h265Size(stream: Buffer): Size | undefined {
  for (let at = nextStartCode(stream, 0); at >= 0; at = nextStartCode(stream, at + 3)) {
    if (stream[at + 3] !== SEQUENCE_PARAMETERS) continue
    return readParameters(stream.subarray(at + 5, at + 5 + MAX_LENGTH))
  }
  return undefined
}

function readParameters(unit: Buffer): Size {
  const bits = parameterBits(unit)
  const { bit, number, skip } = bits
  skip(4)
  const layers = bit() * 4 + bit() * 2 + bit()
  skip(1)
  skipLayers(bits, layers)
  number()
  const chroma = number()
  if (chroma === 3) skip(1)
  const [width, height] = [number(), number()]
  if (!bit()) return { width, height }
  const [left, right, top, bottom] = [number(), number(), number(), number()]
  const unitWidth = chroma === 1 || chroma === 2 ? 2 : 1
  const unitHeight = chroma === 1 ? 2 : 1
  return { width: width - (left + right) * unitWidth, height: height - (top + bottom) * unitHeight }
}

/** The general profile and level, then those of temporal layers that have their own (7.3.3). */
function skipLayers({ bit, skip }: ParameterBits, layers: number): void {
  skip(PROFILE + LEVEL)
  if (layers === 0) return
  let length = 0
  for (let layer = 0; layer < 8; layer += 1) {
    const [hasProfile, hasLevel] = [bit(), bit()]
    if (layer < layers) length += hasProfile * PROFILE + hasLevel * LEVEL
  }
  skip(length)
}
