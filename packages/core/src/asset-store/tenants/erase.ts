import type { CallOptions } from '../call-options.ts'

/** How far an erasure has come. */
export interface ErasureProgress {
  /** Assets that this call has erased so far. */
  readonly assets: number
  /** Files, with variants and earlier contents, that this call has deleted so far. */
  readonly files: number
}

/** What an erasure did. */
export interface ErasureReport extends ErasureProgress {
  /** Whether there was anything of the tenant, or its name: `false` of one that never was, or is erased already. */
  readonly wasThere: boolean
}

/** Whom to erase. */
export interface EraseTenantOptions extends CallOptions {
  /** The name of the tenant once more: what is erased cannot be brought back. */
  readonly confirm: string
  /** Called after each step. */
  readonly onProgress?: (progress: ErasureProgress) => void
}
