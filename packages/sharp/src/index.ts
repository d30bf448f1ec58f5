/**
 * Thumbnails and other versions of pictures.
 *
 * @module
 */
export type { Fit, OutputFormat, RenderLimits } from './job/recipe.ts'
export type {
  Isolation,
  PictureLimits,
  SetFormat,
  SetOptions,
  SharpVariantsOptions,
  VariantOptions,
} from './variants/options.ts'
export { DEFAULT_PICTURE_LIMITS, DEFAULT_VARIANTS } from './variants/options.ts'
export { sharpVariants } from './variants/sharp-variants.ts'
