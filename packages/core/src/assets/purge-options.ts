import type { CallOptions } from '../options/call-options.ts'

/** Options of `purge`. */
export interface PurgeOptions extends CallOptions {
  /**
   * When `purge` resolves: `later`, after its commit, while the bytes are deleted in the background; or
   * `deleted`, when those bytes are gone. With `deleted` it rejects as `unavailable` when they cannot be deleted
   * now, and with the signal's reason when it is aborted meanwhile; the assets stay purged all the same,
   * and a sweep deletes the bytes. It does not wait for assets that an earlier call has purged. Default `later`.
   */
  readonly bytes?: 'later' | 'deleted'
}
