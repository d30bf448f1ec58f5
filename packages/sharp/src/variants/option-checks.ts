import {
  either,
  flag,
  group,
  integer,
  invalidArgument,
  mustBe,
  type OptionChecks,
  oneOf,
  required,
} from '@stowage/core/internal'
import {
  DEFAULT_VARIANTS,
  type PictureLimits,
  type SetFormat,
  type SetOptions,
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
  preview: flag,
}

/** What each option of `sharpVariants` must be. */
export const SHARP_VARIANTS_OPTIONS: OptionChecks<SharpVariantsOptions> = {
  variants: Object.assign(checkVariants, { inner: Object.keys(DEFAULT_VARIANTS) }),
  sets: checkSets,
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

const SET_NAME = /^[a-z0-9_]{1,20}$/
const MOST_WIDTHS = 12
const SET_FORMATS: readonly SetFormat[] = ['avif', 'webp', 'jpeg', 'png']

const SET_OPTIONS: OptionChecks<SetOptions> = {
  widths: required(severalOf('widths in pixels, such as [400, 800, 1600]', MOST_WIDTHS, isWidth)),
  formats: severalOf(`formats out of ${SET_FORMATS.join(', ')}`, SET_FORMATS.length, isSetFormat),
  quality: group<NonNullable<SetOptions['quality']>>({
    avif: integer(1, 100),
    webp: integer(1, 100),
    jpeg: integer(1, 100),
  }),
}

function checkSets(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mustBe(
      name,
      'an object of sets by their names, such as { page: { widths: [400] } }',
      value,
    )
  }
  for (const [set, options] of Object.entries(value)) {
    const at = `${name}.${set}`
    if (!SET_NAME.test(set)) {
      throw invalidArgument(
        at,
        `${at} must have a name of 1 to 20 characters out of a-z, 0-9 and _.`,
      )
    }
    group<SetOptions>(SET_OPTIONS)(options, at)
  }
}

/** 1 to `most` different values. */
function severalOf(wanted: string, most: number, accepts: (value: unknown) => boolean) {
  return (value: unknown, name: string): void => {
    const isList = Array.isArray(value) && value.length > 0 && value.length <= most
    if (isList && new Set(value).size === value.length && value.every(accepts)) return
    throw mustBe(name, `1 to ${most} different ${wanted}`, value)
  }
}

function isWidth(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= LONGEST_SIDE
}

function isSetFormat(value: unknown): boolean {
  return SET_FORMATS.some((format) => format === value)
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
