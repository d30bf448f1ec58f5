import type { StagedFile } from './staging.ts'

/** A `StagedFile` that the store itself staged and can discard. */
export interface StagedUpload extends StagedFile {
  /** The name that a `LateSource` gave the file. */
  readonly name?: string
  /**
   * The blob that it is already, for a file that `PieceStore.join` left in place. An upload neither puts this blob nor
   * rolls it back: who gave the file claims the key when no record took it over.
   */
  readonly blobKey?: string
  /** Removes what staging holds of it. Never rejects. */
  discard(): Promise<void>
}
