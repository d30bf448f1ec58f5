import type { VariantTiming } from '@stowage/core/ports'
import type { Fit, OutputFormat, RenderLimits } from '../job/recipe.ts'

/** `process`: in child processes. `none`: in this one. See docs/pictures.md. */
export type Isolation = 'process' | 'none'

/** One named variant. Pictures are never enlarged. */
export interface VariantOptions {
  /** When it is made. Default `on-demand`. */
  readonly timing?: VariantTiming
  /** Box in pixels, 1 … 16383. */
  readonly width: number
  /** Box in pixels, 1 … 16383. */
  readonly height: number
  /**
   * `inside` (default): all of the picture is in the box. `cover`: the picture fills the box, cropped around the
   * focus of the asset, or its centre.
   */
  readonly fit?: Fit
  /** Default `auto`: JPEG when opaque, WebP when transparent. `jpeg` puts transparency on white. */
  readonly format?: OutputFormat
  /** 1 … 100. Default 80. Not for `png`. */
  readonly quality?: number
  /** Leaves the variant out unless it has fewer bytes than the original. Default `false`. */
  readonly onlyIfSmaller?: boolean
  /** For an animated GIF or WebP: its `first-frame` (default), or no such variant (`leave-out`). */
  readonly animated?: 'first-frame' | 'leave-out'
  /**
   * Whether the placeholder and the colour of the picture are made with it: what a page shows until the picture is
   * there. Default `false`; `true` for `thumbnail`.
   */
  readonly preview?: boolean
}

/** A format of a set. */
export type SetFormat = Exclude<OutputFormat, 'auto'>

/** A picture in several widths and formats, for `<img srcset>`. None is enlarged. */
export interface SetOptions {
  /** 1 … 12 widths in pixels, 1 … 16383. */
  readonly widths: readonly number[]
  /**
   * The best first; a browser gets the first that it takes, and one that names none of them gets the last. Default
   * `['avif', 'webp', 'jpeg']`.
   */
  readonly formats?: readonly SetFormat[]
  /** By format, 1 … 100. Default: AVIF 55, WebP 76, JPEG 80. */
  readonly quality?: Readonly<Partial<Record<Exclude<SetFormat, 'png'>, number>>>
}

/** What one picture may cost. Over a limit its variants fail. */
export interface PictureLimits extends RenderLimits {
  /** Milliseconds of processor time for an SVG, when that is less than `timeMs`. */
  readonly drawingTimeMs: number
  /** Bytes of the original. */
  readonly fileSize: number
  /** Resident bytes of the process that makes it, sharp's own 80 MB included. Only with `isolation: 'process'`. */
  readonly memory: number
}

/** 268 megapixels, 5 channels, 20 s, drawings 2 s, files of 128 MiB, processes of 1 GiB. */
export const DEFAULT_PICTURE_LIMITS: PictureLimits = {
  pixels: 0x3fff ** 2,
  channels: 5,
  timeMs: 20_000,
  drawingTimeMs: 2000,
  fileSize: 128 * 1024 ** 2,
  memory: 1024 ** 3,
}

/** `thumbnail` comes with the upload; `optimized` at the first request, and only when it saves bytes. */
export const DEFAULT_VARIANTS: Readonly<Record<'thumbnail' | 'optimized', VariantOptions>> = {
  thumbnail: { timing: 'immediately', width: 300, height: 300, quality: 84, preview: true },
  optimized: {
    timing: 'on-demand',
    width: 2560,
    height: 2560,
    quality: 75,
    onlyIfSmaller: true,
    animated: 'leave-out',
  },
}

/** Which variants are made, where, and how many at once. */
export interface SharpVariantsOptions {
  /**
   * By name, 1 … 32 of `[a-z0-9_-]`. `thumbnail` and `optimized` exist by default: give the options that should differ,
   * or `false` for no such variant. A new name needs at least `width` and `height`.
   */
  readonly variants?: Readonly<Record<string, Partial<VariantOptions> | false>>
  /**
   * Sets of pictures for pages, by name, 1 … 20 of `[a-z0-9_]`: see `store.pictures`. Each width is made in a format when
   * a browser first asks for it. Default: none.
   *
   * ```js
   * sharpVariants({ sets: { page: { widths: [400, 800, 1600] } } })
   * ```
   */
  readonly sets?: Readonly<Record<string, SetOptions>>
  /** Where pictures are decoded. Default `process`. */
  readonly isolation?: Isolation
  /**
   * Pictures at once. Default: as many as there are processors. Drawings (SVG) have half as many places of their own.
   * Each kind has one more place, for a tenant with nothing under way.
   */
  readonly concurrency?: number
  /**
   * Pictures that may wait for their turn, and as many drawings; more are `unavailable`, first those of the tenant with
   * the most waiting. Default 128.
   */
  readonly queue?: number
  /** Pictures after which a process is replaced. Default 1000. */
  readonly picturesPerProcess?: number
  /** What one picture may cost. Over a limit its variants fail. Default: `DEFAULT_PICTURE_LIMITS`. */
  readonly limits?: Partial<PictureLimits>
}
