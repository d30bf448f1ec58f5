import { blockMeans, type MeanPlane } from './block-means.ts'
import { codedRuns } from './coded-runs.ts'
import { type JpegHeader, readJpegHeader } from './jpeg-header.ts'

/** Decoded pixels in RGB, 8 bits a channel, rows one after the other. */
export interface RgbPixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray
}

/** See `eighthOfJpeg`. */
export type EighthOfJpeg = (content: Uint8Array) => RgbPixels | null

/** Largest file in bytes: places in bits must be small integers. */
const LARGEST = 2 ** 27

/**
 * The picture at an eighth of its size, each pixel the mean of a block of 8 × 8. The other
 * coefficients, nearly all of a photo, are stepped over several at a time, in half of the time that
 * libjpeg-turbo takes to decode each. Not turned upright. `null` for a kind of JPEG, or a fault in one, that
 * is libjpeg's to judge.
 */
export function eighthOfJpeg(content: Uint8Array): RgbPixels | null {
  if (content.length > LARGEST) return null
  try {
    const header = readJpegHeader(content)
    const runs = header && codedRuns(content, header.dataAt)
    const planes = header && runs && blockMeans(header, runs)
    return planes && pixelsOf(header, planes)
  } catch (error) {
    // It is cut short.
    if (error instanceof RangeError) return null
    throw error
  }
}

function pixelsOf(
  { components, ...picture }: JpegHeader,
  planes: readonly MeanPlane[],
): RgbPixels | null {
  const [y, cb, cr] = planes
  const [luma, chroma, last] = components
  if (y === undefined || cb === undefined || cr === undefined) return null
  if (luma === undefined || chroma === undefined || last === undefined) return null
  // Where there is less of it, one sample of chroma stands for two pixels.
  const [across, down] = [luma.across - chroma.across, luma.down - chroma.down]
  if (chroma.across !== last.across || chroma.down !== last.down) return null
  const [width, height] = [Math.ceil(picture.width / 8), Math.ceil(picture.height / 8)]
  const data = new Uint8ClampedArray(width * height * 3)
  let at = 0
  for (let row = 0; row < height; row++) {
    const light = row * y.stride
    const colour = (row >> down) * cb.stride
    for (let column = 0; column < width; column++) {
      const place = colour + (column >> across)
      const bright = sample(y.data[light + column] ?? 0, luma.quantizer)
      const blue = sample(cb.data[place] ?? 0, chroma.quantizer) - 128
      const red = sample(cr.data[place] ?? 0, last.quantizer) - 128
      // JFIF (ITU-T T.871, 7), in parts of 65536.
      data[at] = bright + ((91881 * red + 32768) >> 16)
      data[at + 1] = bright - ((22554 * blue + 46802 * red + 32768) >> 16)
      data[at + 2] = bright + ((116130 * blue + 32768) >> 16)
      at += 3
    }
  }
  return { width, height, data }
}

/** A DC coefficient is eight times the mean, less 128. */
function sample(coefficient: number, quantizer: number): number {
  const value = ((coefficient * quantizer + 4) >> 3) + 128
  return Math.max(0, Math.min(value, 255))
}
