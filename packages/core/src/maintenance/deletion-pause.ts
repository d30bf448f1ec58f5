/**
 * A pause of deletions: while it lasts, purges and sweeps of all processes delete no blob. Assets purged before it
 * began may still lose their bytes; no existing record names those. The pause renews itself. When its process dies, it
 * ends within 5 minutes.
 */
export interface DeletionPause {
  /**
   * Throws `unavailable` once the pause has lapsed, or may have lapsed because the process was suspended or the
   * database could not be reached. A copy made meanwhile may lack files.
   */
  assertPaused(): void
  /**
   * Ends the pause: the next sweep does the deletions that were postponed. Idempotent. Rejects when the database could
   * not do it: call again, or the pause ends within 5 minutes.
   */
  resume(): Promise<void>
  /** `resume`, for `await using pause = await store.admin.pauseDeletion()`. */
  [Symbol.asyncDispose](): Promise<void>
}
