import type { CallOptions } from '../options/call-options.ts'

/** How far an erasure has come. */
export interface ErasureProgress {
  /** Assets that this call has erased so far. */
  readonly assets: number
  /** Files, with variants and earlier contents, that this call has deleted so far. */
  readonly files: number
}

/** What an erasure did. */
export interface ErasureReport extends ErasureProgress {
  /**
   * Whether anything of the tenant existed, even only its name: `false` when it never existed, or is erased already.
   */
  readonly wasThere: boolean
}

/** Options of `tenants.erase`. */
export interface EraseTenantOptions extends CallOptions {
  /** The name of the tenant again, as a confirmation: an erasure cannot be undone. */
  readonly confirm: string
  /** Called after each step. */
  readonly onProgress?: (progress: ErasureProgress) => void
}
