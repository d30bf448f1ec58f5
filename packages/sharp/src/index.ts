export type {
  Isolation,
  PictureLimits,
  SharpVariantsOptions,
  VariantOptions,
} from './maker/options.ts'
export { DEFAULT_PICTURE_LIMITS, DEFAULT_VARIANTS } from './maker/options.ts'
export { sharpVariants } from './maker/sharp-variants.ts'
export type { Fit, OutputFormat } from './picture/recipe.ts'
