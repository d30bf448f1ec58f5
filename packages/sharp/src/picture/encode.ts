import type { Sharp } from 'sharp'
import type { OutputFormat, VariantRecipe } from '../job/recipe.ts'

export type Encoding = Exclude<OutputFormat, 'auto'>

export const ENCODINGS: Readonly<
  Record<Encoding, { readonly mimeType: string; readonly extension: string }>
> = {
  jpeg: { mimeType: 'image/jpeg', extension: 'jpg' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  png: { mimeType: 'image/png', extension: 'png' },
  avif: { mimeType: 'image/avif', extension: 'avif' },
}

/** Whether the bytes begin like a file of this encoder. */
export function hasSignature(encoding: Encoding, content: Uint8Array): boolean {
  const head = Buffer.from(content.subarray(0, 12)).toString('latin1')
  switch (encoding) {
    case 'jpeg':
      return head.startsWith('\xff\xd8\xff')
    case 'webp':
      return head.startsWith('RIFF') && head.endsWith('WEBP')
    case 'png':
      return head.startsWith('\x89PNG\r\n\x1a\n')
    case 'avif':
      return head.endsWith('ftypavif')
  }
}

/** The encodings that a format may lead to: `auto` leaves the choice to the picture. */
export function encodingsOf(format: OutputFormat): readonly Encoding[] {
  return format === 'auto' ? ['jpeg', 'webp'] : [format]
}

/** What `auto` means for this picture. */
export function encodingFor(format: OutputFormat, hasAlpha: boolean): Encoding {
  if (format !== 'auto') return format
  return hasAlpha ? 'webp' : 'jpeg'
}

/** Pixels up to which a JPEG has no Huffman tables of its own: it takes a fifth of the time, for 5 % more bytes. */
const SMALL = 512 * 512

/**
 * How a variant keeps the colours of its picture: of four pixels together, of each pixel, or exactly. WebP can keep the
 * colours of each pixel only exactly.
 */
export type Colours = 'sampled' | 'full' | 'exact'

/**
 * Sets the encoder. The efforts are measured: see docs/notes/picture-formats-and-speed.md. By default sharp writes no
 * metadata.
 */
export function encode(
  picture: Sharp,
  encoding: Encoding,
  { quality, width, height }: VariantRecipe,
  colours: Colours,
): Sharp {
  switch (encoding) {
    case 'jpeg':
      return picture.jpeg({
        quality,
        optimiseCoding: width * height > SMALL,
        chromaSubsampling: colours === 'sampled' ? '4:2:0' : '4:4:4',
      })
    case 'webp':
      return picture.webp({
        quality,
        effort: 2,
        lossless: colours === 'exact',
        smartSubsample: colours === 'full',
      })
    case 'png':
      return picture.png()
    case 'avif':
      return picture.avif({ quality, effort: 2 })
  }
}
