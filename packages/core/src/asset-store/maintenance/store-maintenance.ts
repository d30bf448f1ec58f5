import type { CallOptions } from '../call-options.ts'
import type { BackupOptions, BackupReport } from './backup-report.ts'
import type { DeletionPause } from './deletion-pause.ts'
import type { SweepReport } from './sweep-report.ts'
import type { VerifyOptions, VerifyReport } from './verify-report.ts'

/** Work on the whole store, all tenants at once, while it is in use. */
export interface StoreMaintenance {
  /**
   * Purges what was in the trash for too long (`trash`). Removes what crashed or abandoned uploads left, once
   * its grace time is over. The store also runs it regularly. One sweep runs at a time, in all processes.
   * Callers share a sweep under way: `signal` ends the waiting, not the sweep. When one part fails, the other
   * parts still run; then the sweep rejects with the first failure.
   *
   * A clock that leaps must not empty the trash. So a sweep purges by age only when the sweep before it ended
   * at least a minute and at most twice `sweepEvery` (at least 1 hour) earlier. With `sweepEvery: false` that
   * span is 25 hours: call it daily, or twice a minute apart.
   */
  sweep(options?: CallOptions): Promise<SweepReport>
  /**
   * Compares records, blobs and staging of all tenants: lost, cut and rotten files, orphans, stale staging.
   * Only reports by default. With `repair` it also repairs, which deletes no blob and can be undone by hand.
   * `repair_refused` when too much would go, `unavailable` while another repair runs.
   */
  verify(options?: VerifyOptions): Promise<VerifyReport>
  /** Postpones the deletion of blobs, in all processes, while you copy the store; see `docs/backup.md`. */
  pauseDeletion(options?: CallOptions): Promise<DeletionPause>
  /**
   * Copies the store into a folder that `openAssetStore` opens. When it rejects, an earlier backup there is as
   * whole as before. One at a time, in all processes: else `unavailable`.
   */
  backup(options: BackupOptions): Promise<BackupReport>
}
