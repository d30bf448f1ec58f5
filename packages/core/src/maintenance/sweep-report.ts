/** What a sweep removed. */
export interface SweepReport {
  /** Assets that were in the trash for longer than `trash.retentionDays`. */
  readonly purged: number
  /** Pending assets that the sweep purged after their time was over. */
  readonly expired: number
  /** Blob keys that were due, whether or not a blob still existed: abandoned uploads, unused keys, second deletions. */
  readonly blobs: number
  /** Staging files of processes that are gone. */
  readonly stagingFiles: number
  /** `true` when another process was sweeping, so that nothing but staging was swept here. */
  readonly skipped: boolean
  /**
   * `true` when nothing was purged by its age, because the clock may have leapt: no sweep took place at least a
   * minute ago, or none lately. See `StoreAdmin.sweep`.
   */
  readonly retentionPostponed: boolean
}
