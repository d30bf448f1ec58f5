import type { BoundedReader } from '../bounded-reader.ts'
import type { Measures } from '../formats/measures.ts'

/** What a format library is asked about a file: its media type, or the measures of a picture or a recording. */
export type Question = 'type' | 'picture' | 'recording'

/** The format libraries that help with the rare rest, each file in a thread of its own for that time. */
export interface Libraries {
  /**
   * What the library for this question says, nothing when it knows nothing. `mimeType` is the type as far as
   * known. Its reads go through `reader`. Rejects with `BudgetExceeded` when it was stopped.
   */
  ask(question: Question, reader: BoundedReader, mimeType?: string): Promise<Measures>
  /** Ends idle threads, and stops what the others do. */
  close(): Promise<void>
}

/** Libraries that are not even loaded before the first file needs them. */
export function createLibraries(): Libraries {
  let pool: Promise<Libraries> | undefined

  async function open(): Promise<Libraries> {
    const { createLibraryPool } = await import('./library-pool.ts')
    return createLibraryPool()
  }

  return {
    async ask(question, reader, mimeType) {
      pool ??= open()
      return (await pool).ask(question, reader, mimeType)
    },
    async close() {
      await (await pool)?.close()
    },
  }
}
