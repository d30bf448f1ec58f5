import type { CallOptions } from './call-options.ts'

/** Options of `update`, of assets and of folders. */
export interface UpdateOptions extends CallOptions {
  /**
   * What `revisionOf` says of it as the caller knows it, or several of which any will do. It is changed only if it is
   * still so: `changed_meanwhile` otherwise. `invalid_argument` for what is no revision, such as `updatedAt`. Of two writers with the same revision at most one changes it, whatever
   * process they are in.
   */
  readonly ifMatch?: string | readonly string[]
}
