import type { LocationMode } from '../location/location-mode.ts'
import { publicCopies } from '../location/public-copies.ts'
import { type Check, group, type OptionChecks, required } from '../options/check-options.ts'
import { having, integer, MAX_TIMER, oneOf } from '../options/checks.ts'
import { checkPlans } from './check-plans.ts'
import { composeProcessors } from './compose-processors.ts'
import type { VariantProcessor } from './variant-processor.ts'
import { WHEN_MADE } from './when-made.ts'

/** The processor of variants, and how uploads wait for it. */
export interface VariantsOptions {
  /** `sharpVariants()` of `@stowage/sharp`, or a list: each variant is made by the first that accepts the file. */
  readonly processor: VariantProcessor | readonly VariantProcessor[]
  /**
   * When the pictures that belong to an upload, such as the thumbnail, are made. `background`: by a job, right after the
   * upload, which does not wait. `upload`: the upload waits for them. `request`: at the first request for one. In each
   * case the first request makes what does not exist yet. Default: `upload` if `waitMs`, `whenBusy` or `whenFailed` is
   * set, else `background` if this process runs jobs (`jobs.work`), else `request`.
   */
  readonly when?: 'background' | 'upload' | 'request'
  /**
   * Milliseconds that an upload waits for the variants of a file. After that it gives up, continues as `whenBusy` says,
   * and makes no variants of its other files. Default 2000; 1 to 24 days.
   */
  readonly waitMs?: number
  /**
   * What an upload does when the processor is too busy: `store` the file and make its variants at the first request for
   * them, or `refuse` it as `unavailable`. Default `store`.
   */
  readonly whenBusy?: 'store' | 'refuse'
  /**
   * What an upload does with a picture of which the processor cannot make the variants: one that is cut off, too large,
   * or of a format that it does not draw. `store` it, or `refuse` it as `file_rejected`. Other files, copies and imports
   * are stored. With `refuse`, raise `waitMs` or set `whenBusy: 'refuse'`: a picture that is stored because its upload
   * waited too long was not looked at. Needs a variant that is made with the upload. Default `store`.
   */
  readonly whenFailed?: 'store' | 'refuse'
}

/** The option `variants` of a store. */
type GivenVariants = VariantProcessor | readonly VariantProcessor[] | VariantsOptions

const oneProcessor = having(
  'a variant processor, such as sharpVariants() of @stowage/sharp',
  'accepts',
  'make',
)

/** One, or a list of them. */
const processor: Check = (value, name) => {
  if (!Array.isArray(value) || value.length === 0) return oneProcessor(value, name)
  for (const [index, each] of value.entries()) oneProcessor(each, `${name}[${index}]`)
}

const VARIANTS_OPTIONS: OptionChecks<VariantsOptions> = {
  processor: required(processor),
  when: oneOf(...WHEN_MADE),
  waitMs: integer(1, MAX_TIMER),
  whenBusy: oneOf('store', 'refuse'),
  whenFailed: oneOf('store', 'refuse'),
}

/** A bare processor has no member named `processor`. */
export const variantsOption: Check = Object.assign(
  (value: unknown, name: string) => {
    const isGroup = typeof value === 'object' && value !== null && 'processor' in value
    const check = isGroup ? group(VARIANTS_OPTIONS) : processor
    check(value, name)
  },
  { inner: Object.keys(VARIANTS_OPTIONS) },
)

/** The processor of all variants, copies without the location among them; `null` without any. */
export function variantsOf({
  variants = [],
  location,
}: {
  readonly variants?: GivenVariants
  readonly location?: LocationMode
}): OneProcessor | null {
  const given = processorsOf(variants)
  const [first, ...others] = location === 'served' ? [...given, publicCopies()] : given
  if (first === undefined) return null
  const options = 'processor' in variants ? variants : {}
  return { ...options, processor: composeProcessors([first, ...others]) }
}

/** The processors that were given. Refuses those whose plans exclude each other. */
export function processorsOf(variants: GivenVariants): readonly VariantProcessor[] {
  const given = 'processor' in variants ? variants.processor : variants
  const processors = 'accepts' in given ? [given] : given
  checkPlans(processors)
  return processors
}

interface OneProcessor extends VariantsOptions {
  readonly processor: VariantProcessor
}
