import type { CallOptions } from '../options/call-options.ts'

/** Options of `update`, of assets and of folders. */
export interface UpdateOptions extends CallOptions {
  /**
   * The revision that the caller has seen, from `revisionOf`, or several, any of which will do. The record changes only
   * if it still has that revision; otherwise `changed_meanwhile`. `invalid_argument` for what is not a revision, such
   * as `updatedAt`. Of two writers with the same revision, at most one changes the record, whatever process they are
   * in.
   */
  readonly ifMatch?: string | readonly string[]
}
