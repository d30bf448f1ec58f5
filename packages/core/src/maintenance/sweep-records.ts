/**
 * What the database remembers of sweeps, and forgets in them: role `sweeps` of a `MetadataStore`, whose rules hold
 * for every method.
 */
export interface SweepRecords {
  /**
   * Records that a sweep takes place now. Resolves to whether the clock may decide what depends on age: when sweeps
   * have followed each other for a minute at least, each no earlier than the one before, and no later by more than
   * `tolerance`. The database keeps the record for all processes, and when it was first so; see `sweep-record.ts`.
   */
  record(request: { readonly tolerance: number }): Promise<boolean>
  /**
   * Forgets which ids were purged longer ago than `purgedFor`, the idempotency records and leases that have expired,
   * and the upload tickets that expired more than 24 hours ago. At most `limit` of each kind, so that no other write
   * waits long. Resolves to whether there may be more.
   */
  pruneExpired(request: { readonly purgedFor: number; readonly limit: number }): Promise<boolean>
}
