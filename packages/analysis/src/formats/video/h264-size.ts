import type { Size } from '../../facts/size.ts'
import { parameterBits } from './parameter-bits.ts'
import { nextStartCode } from './start-code.ts'

const SEQUENCE_PARAMETERS = 7
const MAX_LENGTH = 256
/** Profiles whose parameters say how colours are sampled. */
const WITH_CHROMA: ReadonlySet<number> = new Set([
  44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244,
])

/** The cropped size in the first sequence parameter set of an H.264 byte stream (ITU-T H.264, 7.3.2.1.1 and annex B). */
export function h264Size(stream: Buffer): Size | undefined {
  for (let at = nextStartCode(stream, 0); at >= 0; at = nextStartCode(stream, at + 3)) {
    if (((stream[at + 3] ?? 0) & 31) !== SEQUENCE_PARAMETERS) continue
    return readParameters(stream.subarray(at + 4, at + 3 + MAX_LENGTH))
  }
  return undefined
}

function readParameters(unit: Buffer): Size {
  const profile = unit.readUInt8(0)
  const { bit, number, skip } = parameterBits(unit.subarray(3))
  number()
  const chroma = WITH_CHROMA.has(profile) ? readChroma(bit, number) : 1
  number()
  const orderType = number()
  if (orderType === 0) number()
  if (orderType === 1) {
    skip(1)
    number()
    number()
    for (let count = Math.min(number(), 255); count > 0; count -= 1) number()
  }
  number()
  skip(1)
  const width = (number() + 1) * 16
  const units = number() + 1
  const isFrameOnly = bit()
  if (!isFrameOnly) skip(1)
  skip(1)
  const height = units * 16 * (isFrameOnly ? 1 : 2)
  if (!bit()) return { width, height }
  const [left, right, top, bottom] = [number(), number(), number(), number()]
  const unitWidth = chroma === 1 || chroma === 2 ? 2 : 1
  const unitHeight = (chroma === 1 ? 2 : 1) * (isFrameOnly ? 1 : 2)
  return { width: width - (left + right) * unitWidth, height: height - (top + bottom) * unitHeight }
}

function readChroma(bit: () => number, number: () => number): number {
  const chroma = number()
  if (chroma === 3) bit()
  number()
  number()
  bit()
  if (bit()) {
    const lists = chroma === 3 ? 12 : 8
    for (let list = 0; list < lists; list += 1)
      if (bit()) skipScalingList(number, list < 6 ? 16 : 64)
  }
  return chroma
}

/** Lists end early where a difference leads to zero (7.3.2.1.1.1). */
function skipScalingList(number: () => number, length: number): void {
  let scale = 8
  for (let index = 0; index < length && scale !== 0; index += 1) {
    const code = number()
    const difference = code % 2 === 1 ? (code + 1) / 2 : -code / 2
    scale = (scale + difference + 256) % 256
  }
}
