import type { Focus } from '@stowage/core'
import type { VariantResult } from '@stowage/core/ports'

/**
 * How a picture fits into its box. `inside`: all of the picture is in the box. `cover`: the picture fills the box,
 * cropped around the focus of the asset, or its centre.
 */
export type Fit = 'inside' | 'cover'

/** `auto`: JPEG for opaque pictures, WebP for those with transparency. `jpeg` puts transparency on white. */
export type OutputFormat = 'auto' | 'jpeg' | 'webp' | 'png' | 'avif'

/** `VARIANT_LIMIT` of the store, repeated here so that picture processes need not load the store for one number. */
export const LARGEST_VARIANT: number = 32 * 1024 ** 2

/** Everything that decides what one variant of a picture looks like. */
export interface VariantRecipe {
  readonly name: string
  /** Box in pixels. Pictures are never enlarged to fill it. */
  readonly width: number
  readonly height: number
  readonly fit: Fit
  readonly format: OutputFormat
  /** 1 … 100. Not for `png`. */
  readonly quality: number
  /** Whether the variant is wanted only when it has fewer bytes than the original. */
  readonly onlyIfSmaller: boolean
  /** For an animated GIF or WebP: its `first-frame`, or no such variant (`leave-out`). */
  readonly animated: 'first-frame' | 'leave-out'
  /** Whether placeholder and colour of the picture come with it. */
  readonly preview: boolean
}

/** What the decoding of one picture may cost. */
export interface RenderLimits {
  /** Pixels of the picture, width × height of one frame. */
  readonly pixels: number
  /** Colour channels, transparency included. */
  readonly channels: number
  /** Milliseconds of processor time. In the app's own process that cannot be measured: there it is elapsed time. */
  readonly timeMs: number
}

/** One picture and the variants wanted of it. Plain data: it may cross to another process. */
export interface RenderJob {
  readonly recipes: readonly VariantRecipe[]
  readonly limits: RenderLimits
  /** Whether it is an SVG: a few bytes of it may take forever to draw. */
  readonly isDrawing: boolean
  /** What variants with `fit: 'cover'` keep in view; `null`: the centre. */
  readonly focus: Focus | null
}

/** The result of a job whose picture cannot be decoded. */
export function allFailed({ recipes }: Pick<RenderJob, 'recipes'>): VariantResult {
  return { made: [], failed: recipes.map(({ name }) => name) }
}
