import type { StagedFile } from '../ports/staging.ts'

/** A `StagedFile` of ours, and the way to be rid of it. */
export interface StagedUpload extends StagedFile {
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}
