import sharp, { type Sharp } from 'sharp'
import { heicOf } from './heic.ts'
import { type Colour, colourAt, QUADRANTS, quadrants } from './quadrants.ts'

/** One picture of the four quadrants, 64 × 48 as displayed, in some format. */
export interface Sample {
  readonly name: string
  readonly mimeType: string
  readonly content: Buffer
  /** How far a channel may be off after conversion to this format's colours and back. */
  readonly tolerance: number
}

/** What JPEG may change. */
const LOSSY = 6
/** What the inks of CMYK cannot show. */
const INKS = 20

const WIDTH = 64
const HEIGHT = 48

/** The quadrants in every promised format, and in the colour encodings that need care. */
export async function samples(): Promise<readonly Sample[]> {
  const picture = (): Sharp => quadrants(WIDTH, HEIGHT)
  const inks = (): Sharp => picture().toColourspace('cmyk').withIccProfile('cmyk')
  const deep = (): Sharp => sixteenBits().toColourspace('rgb16')
  const wide = (): Sharp => picture().withIccProfile('p3')
  const clear = (): Sharp => picture().ensureAlpha(0.5)
  const jpeg = { chromaSubsampling: '4:4:4', quality: 95 }
  const avif = { chromaSubsampling: '4:4:4', quality: 90 }

  const made: Readonly<Record<string, readonly [mimeType: string, Sharp, tolerance: number]>> = {
    JPEG: ['image/jpeg', picture().jpeg(jpeg), LOSSY],
    'JPEG, progressive': ['image/jpeg', picture().jpeg({ ...jpeg, progressive: true }), LOSSY],
    'JPEG in CMYK': ['image/jpeg', inks().jpeg(jpeg), INKS],
    'JPEG in Display P3': ['image/jpeg', wide().jpeg(jpeg), LOSSY],
    PNG: ['image/png', picture().png(), LOSSY],
    'PNG of 16 bits': ['image/png', deep().png(), LOSSY],
    'PNG with a palette': ['image/png', picture().png({ palette: true }), LOSSY],
    WebP: ['image/webp', picture().webp({ lossless: true }), LOSSY],
    GIF: ['image/gif', picture().gif(), LOSSY],
    TIFF: ['image/tiff', picture().tiff({ compression: 'lzw' }), LOSSY],
    'TIFF of 16 bits': ['image/tiff', deep().tiff({ compression: 'deflate' }), LOSSY],
    'TIFF in CMYK': ['image/tiff', inks().tiff({ compression: 'lzw' }), INKS],
    AVIF: ['image/avif', picture().avif(avif), LOSSY],
    'AVIF of 10 bits': ['image/avif', picture().avif({ ...avif, bitdepth: 10 }), LOSSY],
    'PNG, half transparent': ['image/png', clear().png(), LOSSY],
    'WebP, half transparent': ['image/webp', clear().webp({ lossless: true }), LOSSY],
    'AVIF, half transparent': ['image/avif', clear().avif(avif), LOSSY],
  }
  const encoded = Object.entries(made).map(
    async ([name, [mimeType, image, tolerance]]): Promise<Sample> => {
      return { name, mimeType, content: await image.toBuffer(), tolerance }
    },
  )
  const heif = { mimeType: 'image/heic', tolerance: LOSSY }
  return [
    ...(await Promise.all(encoded)),
    { ...heif, name: 'HEIC', content: heic() },
    { ...heif, name: 'HEIC in Display P3', content: await heicInDisplayP3() },
    { name: 'SVG', mimeType: 'image/svg+xml', content: vector(), tolerance: LOSSY },
  ]
}

/** The quadrants as phones store them. */
export function heic(): Buffer {
  const at = (x: number, y: number): Colour => colourAt(x / WIDTH, y / HEIGHT)
  return heicOf({ width: WIDTH, height: HEIGHT, colourAt: at })
}

async function heicInDisplayP3(): Promise<Buffer> {
  const png = await quadrants(WIDTH, HEIGHT).withIccProfile('p3').png().toBuffer()
  const { icc = Buffer.alloc(0) } = await sharp(png).metadata()
  const data = await sharp(png, { ignoreIcc: true }).raw().toBuffer()
  const at = (x: number, y: number): Colour => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * WIDTH + x) * 3)
    return [red, green, blue]
  }
  return heicOf({ width: WIDTH, height: HEIGHT, colourAt: at, icc })
}

function sixteenBits(): Sharp {
  const data = new Uint16Array(WIDTH * HEIGHT * 3)
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
    const colour = colourAt((pixel % WIDTH) / WIDTH, Math.floor(pixel / WIDTH) / HEIGHT)
    colour.forEach((value, channel) => {
      data[pixel * 3 + channel] = value * 257
    })
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
}

function vector(): Buffer {
  const { topLeft, topRight, bottomLeft, bottomRight } = QUADRANTS
  const quarter = (x: number, y: number, colour: Colour): string =>
    `<rect x="${x}" y="${y}" width="32" height="24" fill="rgb(${colour.join()})"/>`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${quarter(0, 0, topLeft)}${quarter(32, 0, topRight)}${quarter(0, 24, bottomLeft)}${quarter(32, 24, bottomRight)}</svg>`,
  )
}
