import type { CallOptions } from '../call-options.ts'

/** Options of `admin.resolveScan`. */
export interface ResolveScanOptions extends CallOptions {
  /**
   * SHA-256 of the bytes that were scanned, lower-case hex: `Asset.sha256`, or `sha256` of the staged file. The verdict is
   * taken only for them: `changed_meanwhile` when the asset has another content by now, decided in the transaction that
   * changes it. Default: the verdict is taken for the content that the asset has.
   */
  readonly sha256?: string
}
