import type { StagedFile } from '../ports/staging.ts'

/** A `StagedFile` that the store itself staged and can discard. */
export interface StagedUpload extends StagedFile {
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}
