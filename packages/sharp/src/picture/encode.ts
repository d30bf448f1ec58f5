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

/** Whether bytes begin as this encoder begins its files. */
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

/** What may come of a format: `auto` leaves the choice to the picture. */
export function encodingsOf(format: OutputFormat): readonly Encoding[] {
  return format === 'auto' ? ['jpeg', 'webp'] : [format]
}

/** What `auto` means for this picture. */
export function encodingFor(format: OutputFormat, hasAlpha: boolean): Encoding {
  if (format !== 'auto') return format
  return hasAlpha ? 'webp' : 'jpeg'
}

/** Pixels up to which a JPEG goes without Huffman tables of its own: a fifth of the time for 5 % of the bytes. */
const SMALL = 512 * 512

/**
 * How a variant keeps the colours of its picture: those of four pixels together, of each pixel, or exactly, which is
 * the only way of WebP to keep those of each.
 */
export type Colours = 'sampled' | 'full' | 'exact'

/**
 * Sets the encoder. Efforts are the measured ones of docs/notes/picture-formats-and-speed.md. By default sharp writes no metadata.
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
