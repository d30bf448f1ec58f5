import type Sharp from 'sharp'

/** The loaders of libvips that read what we promise. Public fuzzers attack each of them all day. */
const PROMISED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif']

/**
 * Blocks every loader except those of the promised formats, for any build of libvips. Frees memory after each
 * picture. These are settings of the whole process.
 */
export function confine(sharp: typeof Sharp): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: PROMISED.map((format) => `VipsForeignLoad${format}`) })
  sharp.cache(false)
  sharp.concurrency(1)
}
