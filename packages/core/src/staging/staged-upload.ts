import type { StagedFile } from '../ports/staging.ts'

/** A `StagedFile` that the store itself staged and can discard. */
export interface StagedUpload extends StagedFile {
  /** What a source that was opened in its turn calls the file. */
  readonly name?: string
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}
