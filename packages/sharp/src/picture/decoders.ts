import type Sharp from 'sharp'

/** The libvips loaders for the formats that we promise. Public fuzzers attack each of them all day. */
const PROMISED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif']

/**
 * Blocks every loader except those of the promised formats, for any build of libvips. Frees memory after each picture.
 * Both settings apply to the whole process.
 */
export function confine(sharp: typeof Sharp): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: PROMISED.map((format) => `VipsForeignLoad${format}`) })
  sharp.cache(false)
  sharp.concurrency(1)
}
