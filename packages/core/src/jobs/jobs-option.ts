/** Whether and how a process runs jobs. */
export interface JobsOptions {
  /**
   * Whether this process runs the jobs of the kinds that it defines. With `false` it only enqueues them, for other
   * processes such as `stowage work`. Default `true`, except for a store that is `readOnly`, which never runs any.
   */
  readonly work?: boolean
  /**
   * Whether this process runs the work over the whole store that `StoreAdmin.startVerify` and `startScanAgain` ask for,
   * here or in another process. It scans again only where the store has the option `scan`. `verifyEveryDays`: whole days,
   * 1 to 366, after which a verification begins by itself, the first so long after the opening that asked for it first.
   * Default `false`.
   */
  readonly maintenance?: boolean | { readonly verifyEveryDays: number }
  /** How many jobs of all kinds run in this process at a time. 1 … 1000. Default 16. */
  readonly concurrency?: number
}
