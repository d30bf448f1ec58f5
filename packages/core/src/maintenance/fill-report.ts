import type { CallOptions } from '../options/call-options.ts'

/** Who waits for a run that makes what is missing. */
export interface FillVariantsOptions extends CallOptions {
  /**
   * Whether older thumbnails without a placeholder and colour are made again, as this store makes them. Default `true`;
   * `false` makes only what is missing.
   */
  readonly previews?: boolean
  /** Called repeatedly while the run lasts, and once at its end. When it throws, the run ends. */
  readonly onProgress?: (progress: FillVariantsReport) => void
}

/** How far a run has come, and what it made. */
export interface FillVariantsReport {
  /** Assets looked at, of all tenants. */
  readonly records: number
  /** Assets that got a variant, or a preview with one. */
  readonly made: number
  /** Assets whose file turned out to need none, such as a photo that names no place. They are not looked at again. */
  readonly unneeded: number
  /** Assets whose file could not be decoded. They are not tried again. */
  readonly failed: number
  /** Assets that could not be tried now; a later run does. `onError` got the reasons. */
  readonly skipped: number
}
