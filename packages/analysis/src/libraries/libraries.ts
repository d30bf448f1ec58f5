import type { BoundedReader } from '../reading/bounded-reader.ts'

/**
 * The library that knows the signatures of rare formats. It handles each file in a thread that has no other file
 * meanwhile.
 */
export interface Libraries {
  /**
   * The media type by the head of the file; `undefined` when the library knows none. Rejects with `BudgetExceeded`
   * when it was stopped, with `LibrariesUnavailable` when the app was built without it, and with `LibraryNotLoaded` when
   * it cannot be loaded now, and could not for some seconds.
   */
  typeOf(reader: BoundedReader): Promise<string | undefined>
  /** Ends all threads, and stops the work of the busy ones. */
  close(): Promise<void>
}
