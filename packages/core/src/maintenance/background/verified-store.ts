/** What `verify` in the background has seen of the whole store. */
export interface VerifiedStore {
  readonly records: number
  /** Originals and variants of these records, and the files of versions. */
  readonly files: number
  /** Bytes read for checksums. */
  readonly bytes: number
  /** Blobs listed. */
  readonly blobs: number
  /** Problems found. `onError` got each, as `problem_found`. It ends after 1000. */
  readonly problems: number
}
