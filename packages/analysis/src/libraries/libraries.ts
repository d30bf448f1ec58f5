import type { BoundedReader } from '../reading/bounded-reader.ts'

/** The library that knows the signatures of rare formats, each file in a thread of its own for that time. */
export interface Libraries {
  /**
   * The media type by the head of the file; `undefined` when the library knows none. Rejects with `BudgetExceeded`
   * when it was stopped, and with `LibrariesUnavailable` when the app was built without it.
   */
  typeOf(reader: BoundedReader): Promise<string | undefined>
  /** Ends idle threads, and stops what the others do. */
  close(): Promise<void>
}
