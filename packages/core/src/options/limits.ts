import { assertInteger } from '../arguments/assert-integer.ts'

/** Assets on a page by default. */
export const DEFAULT_PER_PAGE = 24

/** The most assets that a page may have. */
export const MAX_PER_PAGE = 100

/** Every limit of the store. All finite. */
export interface StoreLimits {
  /** Bytes of one file. Default 1 GiB. */
  readonly fileSize: number
  /** Files of one `uploadMany`. Default 100. */
  readonly filesPerUpload: number
  /** Ids of one bulk call. Default 1000. */
  readonly idsPerRequest: number
  /** Keys of one tenant that are not revoked, expired ones too. Default 1000. */
  readonly keysPerTenant: number
  /**
   * Milliseconds that analysis may take per file. The asset is stored without the facts that are not known by then.
   * Default 10,000.
   */
  readonly analysisTimeMs: number
  /** Bytes that analysis may read per file. Default 16 MiB. */
  readonly analysisBytes: number
}

/** The limits of a store whose options set none. */
export const DEFAULT_LIMITS: StoreLimits = {
  fileSize: 1024 ** 3,
  filesPerUpload: 100,
  idsPerRequest: 1000,
  keysPerTenant: 1000,
  analysisTimeMs: 10_000,
  analysisBytes: 16 * 1024 ** 2,
}

/** `invalid_argument` unless these are a page and a page size. */
export function requirePage(page: number, perPage: number): void {
  assertInteger('page', page, 1)
  assertInteger('perPage', perPage, 1, MAX_PER_PAGE)
}
