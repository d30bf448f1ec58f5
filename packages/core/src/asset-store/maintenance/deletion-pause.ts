/**
 * A postponement of deletions: as long as it lasts, purges and sweeps of all processes leave every blob. What
 * was purged before it began may still lose its bytes: no record that is there now names them.
 * Renews itself. When its process dies it ends within 5 minutes.
 */
export interface DeletionPause {
  /**
   * Throws `unavailable` once it has lapsed, or might have, because the process was suspended or the
   * database could not be reached: what was copied meanwhile may lack files.
   */
  assertPaused(): void
  /**
   * Deletions go on: the next sweep does those that were postponed. Idempotent. Rejects when the database could not do
   * it: call again, else the pause ends within 5 minutes.
   */
  resume(): Promise<void>
  /** `resume`, for `await using pause = await store.admin.pauseDeletion()`. */
  [Symbol.asyncDispose](): Promise<void>
}
