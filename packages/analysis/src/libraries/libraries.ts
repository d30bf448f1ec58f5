import type { Measures } from '../facts/measures.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'

/** What a format library is asked about a file: its media type, or the measures of a picture or a recording. */
export type Question = 'type' | 'picture' | 'recording'

/** The format libraries that help with the rare rest, each file in a thread of its own for that time. */
export interface Libraries {
  /**
   * What the library for this question says, nothing when it knows nothing. `mimeType` is the type as far as
   * known. Its reads go through `reader`. Rejects with `BudgetExceeded` when it was stopped, and with
   * `LibrariesUnavailable` when the app was built without it.
   */
  ask(question: Question, reader: BoundedReader, mimeType?: string): Promise<Measures>
  /** Ends idle threads, and stops what the others do. */
  close(): Promise<void>
}
