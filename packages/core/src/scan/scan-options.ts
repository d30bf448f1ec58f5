import type { CallOptions } from '../options/call-options.ts'

/** Options of `admin.resolveScan`. */
export interface ResolveScanOptions extends CallOptions {
  /**
   * SHA-256 of the bytes that were scanned, lower-case hex: `Asset.sha256`, or `sha256` of the staged file. The verdict
   * applies only to them: `changed_meanwhile` when the asset has other content by now, which the transaction that
   * changes it decides. Default: the verdict applies to the current content.
   */
  readonly sha256?: string
}
