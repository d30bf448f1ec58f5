import type { CallOptions } from '../call-options.ts'

/** How far an export has come. */
export interface ExportProgress {
  /** Assets in the archive so far, those of the trash included. */
  readonly assets: number
  /** Bytes of their originals. */
  readonly bytes: number
}

/** Where an export goes. */
export interface ExportTenantOptions extends CallOptions {
  /** Path of the archive, which must not exist. Appears only when the archive is whole. */
  readonly file: string
  /** Called after each asset. */
  readonly onProgress?: (progress: ExportProgress) => void
}
