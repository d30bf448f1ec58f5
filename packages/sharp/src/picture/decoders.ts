import type Sharp from 'sharp'

/** The loaders of libvips that read what we promise; each is attacked all day by somebody's fuzzer. */
const PROMISED = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif']

/**
 * Blocks every loader but those of the promised formats, whatever else this libvips was built with, and
 * lets memory go after each picture. Settings of the whole process.
 */
export function confine(sharp: typeof Sharp): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: PROMISED.map((format) => `VipsForeignLoad${format}`) })
  sharp.cache(false)
  sharp.concurrency(1)
}
