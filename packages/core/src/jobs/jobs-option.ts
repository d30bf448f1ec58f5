/** Whether and how a process runs jobs. */
export interface JobsOptions {
  /**
   * Whether this process runs the jobs of the kinds that it defines. With `false` it only enqueues them, for other
   * processes such as `stowage work`. Default `true`, except for a store that is `readOnly`, which never runs any.
   */
  readonly work?: boolean
  /** How many jobs of all kinds run in this process at a time. 1 … 1000. Default 16. */
  readonly concurrency?: number
}
