import { either, integer, type OptionChecks } from '@stowage/core/internal'

/** The longest time that timers can wait, in milliseconds. */
const MAX_TIMER = 2 ** 31 - 1
/** Bytes of a part's header that busboy reads. It refuses a part with more, whatever our limit says. */
const MAX_PART_HEADER = 16 * 1024

/**
 * What one request may cost. All are finite except `concurrentUploadsPerKey`. The limits of files themselves (size,
 * number, ids) are the store's (`StoreLimits`).
 */
export interface ApiLimits {
  /** Bytes of a whole upload request, framing included. Default 4 GiB. */
  readonly requestSize: number
  /** Parts of one multipart request, files and text fields together. Default 256. */
  readonly parts: number
  /** Bytes of a text field. Default 64 KiB. */
  readonly textField: number
  /** Bytes of the header of one part, with its names and line ends. Default 16 KiB, which busboy allows at most. */
  readonly partHeader: number
  /** Bytes of a JSON body. Default 1 MiB. */
  readonly jsonBody: number
  /** Milliseconds without a byte of the body after which the answer is 408. Default 30,000. */
  readonly idleTimeout: number
  /**
   * Bytes per second that a body must bring on average, in each `patienceMs` of waiting for its client. The store's
   * own time does not count. Default 1024.
   */
  readonly minimumRate: number
  /** Milliseconds of waiting for a client; `minimumRate` is checked after each such period. Default 30,000. */
  readonly patienceMs: number
  /**
   * Uploads of one key or upload ticket that may run at the same time in this process; more get 429. Default `null`:
   * any number.
   */
  readonly concurrentUploadsPerKey: number | null
}

/** The limits of an API whose options set none. */
export const DEFAULT_API_LIMITS: ApiLimits = {
  requestSize: 4 * 1024 ** 3,
  parts: 256,
  textField: 64 * 1024,
  partHeader: MAX_PART_HEADER,
  jsonBody: 1024 ** 2,
  idleTimeout: 30_000,
  minimumRate: 1024,
  patienceMs: 30_000,
  concurrentUploadsPerKey: null,
}

/** What each limit must be. Only `concurrentUploadsPerKey` can be unlimited. */
export const API_LIMITS: OptionChecks<Partial<ApiLimits>> = {
  requestSize: integer(1),
  parts: integer(1),
  textField: integer(1),
  partHeader: integer(1, MAX_PART_HEADER),
  jsonBody: integer(1),
  idleTimeout: integer(1, MAX_TIMER),
  minimumRate: integer(1),
  patienceMs: integer(1, MAX_TIMER),
  concurrentUploadsPerKey: either(null, integer(1)),
}
