import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { blockJpeg } from '../testing/block-jpeg.ts'
import { mutated, seededRandom } from '../testing/hostile.ts'
import { eighthOfJpeg } from './eighth-of-jpeg.ts'

const WIDTH = 803
const HEIGHT = 605

/** Noise over large shapes, so that blocks have many coefficients and differ from each other. */
function photo(): Sharp {
  const create = { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' } as const
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const shapes = `<svg width="${WIDTH}" height="${HEIGHT}"><circle cx="70%" cy="70%" r="25%" fill="#28c"/>
    <rect width="60%" height="60%" fill="#c24"/></svg>`
  return sharp({ create: { ...create, noise } }).composite([
    { input: Buffer.from(shapes), blend: 'soft-light' },
  ])
}

/** The middle of the picture by libjpeg, which takes the mean of a block for a pixel too. */
async function byLibjpeg(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).resize(50, 38, { fit: 'fill' }).raw().toBuffer()
}

async function byUs(jpeg: Buffer): Promise<Buffer | null> {
  const eighth = eighthOfJpeg(jpeg)
  if (eighth === null) return null
  const { data, width, height } = eighth
  const pixels = sharp(data, { raw: { width, height, channels: 3 } })
  return pixels.resize(50, 38, { fit: 'fill' }).raw().toBuffer()
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
}

const ENCODINGS = [
  { name: '4:2:0', options: { quality: 90 } },
  { name: '4:4:4', options: { quality: 95, chromaSubsampling: '4:4:4' } },
  { name: 'with general Huffman tables', options: { quality: 80, optimiseCoding: false } },
  { name: 'coarse', options: { quality: 5 } },
  { name: 'fine, with long codes', options: { quality: 100 } },
] as const

describe('eighthOfJpeg', () => {
  it.each(ENCODINGS)('gives what libjpeg gives: $name', async ({ options }) => {
    const jpeg = await photo().jpeg(options).toBuffer()
    expect(eighthOfJpeg(jpeg)).toMatchObject({ width: 101, height: 76 })
    const ours = await byUs(jpeg)
    if (ours === null) throw new Error('not decoded')
    expect(meanDifference(ours, await byLibjpeg(jpeg))).toBeLessThan(3)
  })

  it.each([0, 1, 5, 7])('takes the colour of each block: restarts after %i', async (every) => {
    const jpeg = blockJpeg({
      across: 7,
      down: 5,
      restartInterval: every,
      colourOf: (column, row) => [column * 36, 255 - row * 50, (column * row * 53) % 256],
    })
    const eighth = eighthOfJpeg(jpeg)
    const { data } = eighth ?? { data: [] }
    const whole = await sharp(jpeg).raw().toBuffer()
    for (let place = 0; place < 35; place++) {
      const corner = (Math.floor(place / 7) * 8 * 56 + (place % 7) * 8) * 3
      for (let channel = 0; channel < 3; channel++) {
        const [own, right] = [data[place * 3 + channel] ?? -9, whole[corner + channel] ?? -9]
        expect(Math.abs(own - right)).toBeLessThanOrEqual(1)
      }
    }
  })

  it('leaves a restart in the wrong place to libjpeg', () => {
    const jpeg = blockJpeg({
      across: 4,
      down: 4,
      restartInterval: 4,
      colourOf: () => [90, 120, 130],
    })
    const at = jpeg.indexOf(Buffer.from([0xff, 0xd0]))
    expect(eighthOfJpeg(jpeg)).not.toBeNull()
    jpeg.copyWithin(at - 1, at)
    expect(eighthOfJpeg(jpeg)).toBeNull()
  })

  it('leaves other kinds of JPEG to libjpeg', async () => {
    const kinds = [
      photo().jpeg({ progressive: true }),
      photo().toColourspace('b-w').jpeg(),
      photo().toColourspace('cmyk').jpeg(),
    ]
    for (const kind of kinds) expect(eighthOfJpeg(await kind.toBuffer())).toBeNull()
    expect(eighthOfJpeg(await photo().png().toBuffer())).toBeNull()
  })

  it('leaves what is cut short to libjpeg, wherever it ends', async () => {
    const jpeg = await photo().jpeg({ quality: 30 }).toBuffer()
    for (let length = 0; length < jpeg.length; length += 97) {
      expect(eighthOfJpeg(jpeg.subarray(0, length))).toBeNull()
    }
  })

  it('ends soon and without an exception whatever the bytes are', async () => {
    const jpeg = await photo().jpeg({ quality: 50 }).toBuffer()
    const random = seededRandom(7)
    for (let round = 0; round < 500; round++) {
      const eighth = eighthOfJpeg(mutated(jpeg, random))
      if (eighth === null) continue
      expect(eighth.data.length).toBe(eighth.width * eighth.height * 3)
    }
  })
})
