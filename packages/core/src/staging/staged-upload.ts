import type { StagedFile } from './staging.ts'

/** A `StagedFile` that the store itself staged and can discard. */
export interface StagedUpload extends StagedFile {
  /** The name that a `LateSource` gave the file. */
  readonly name?: string
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}
