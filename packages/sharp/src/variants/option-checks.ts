import {
  either,
  flag,
  group,
  integer,
  invalidArgument,
  mustBe,
  type OptionChecks,
  oneOf,
} from '@stowage/core/internal'
import {
  DEFAULT_VARIANTS,
  type PictureLimits,
  type SharpVariantsOptions,
  type VariantOptions,
} from './options.ts'

const NAME = /^[a-z0-9_-]{1,32}$/
/** The longest side that both JPEG and WebP can have, in pixels. */
export const LONGEST_SIDE: number = 16383
/** Milliseconds; a timer can wait for a few times as long. */
const LONGEST_TIME = 2 ** 29

/** What each option of one variant must be. A new variant needs `width` and `height`. */
const VARIANT_OPTIONS: OptionChecks<Partial<VariantOptions>> = {
  timing: oneOf('immediately', 'on-demand'),
  width: integer(1, LONGEST_SIDE),
  height: integer(1, LONGEST_SIDE),
  fit: oneOf('inside', 'cover'),
  format: oneOf('auto', 'jpeg', 'webp', 'png', 'avif'),
  quality: integer(1, 100),
  onlyIfSmaller: flag,
  animated: oneOf('first-frame', 'leave-out'),
}

/** What each option of `sharpVariants` must be. */
export const SHARP_VARIANTS_OPTIONS: OptionChecks<SharpVariantsOptions> = {
  variants: Object.assign(checkVariants, { inner: Object.keys(DEFAULT_VARIANTS) }),
  isolation: oneOf('process', 'none'),
  concurrency: integer(1),
  queue: integer(0),
  picturesPerProcess: integer(1),
  limits: group<Partial<PictureLimits>>({
    pixels: integer(1),
    channels: integer(1),
    timeMs: integer(1, LONGEST_TIME),
    drawingTimeMs: integer(1, LONGEST_TIME),
    fileSize: integer(1),
    memory: integer(1),
  }),
}

function checkVariants(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mustBe(
      name,
      'an object of variants by their names, such as { card: { width: 640, height: 360 } }',
      value,
    )
  }
  for (const [variant, options] of Object.entries(value)) {
    const at = `${name}.${variant}`
    if (!NAME.test(variant)) {
      throw invalidArgument(
        at,
        `${at} must have a name of 1 to 32 characters out of a-z, 0-9, _ and -.`,
      )
    }
    either(false, group<Partial<VariantOptions>>(VARIANT_OPTIONS))(options, at)
  }
}
