import type { Asset } from '../../model/assets/asset.ts'
import type { AuditTrail } from '../audit.ts'
import type { CallOptions } from '../call-options.ts'
import type { Tenants } from '../tenants/usage.ts'
import type { Imported, ImportItem, ImportOptions } from '../uploads/import-options.ts'
import type { ResolveScanOptions } from '../uploads/scan-options.ts'
import type { BackupOptions, BackupReport } from './backup-report.ts'
import type { DeletionPause } from './deletion-pause.ts'
import type { SweepReport } from './sweep-report.ts'
import type { VerifyOptions, VerifyReport } from './verify-report.ts'

/**
 * What operators and jobs do: tenants and their trail, files of other systems, and work on the whole store, all tenants at
 * once, while it is in use.
 */
export interface StoreAdmin {
  /** All tenants of the store, and what each has. */
  readonly tenants: Tenants
  /** Who did what, with the store option `audit`; without it there are no entries. */
  readonly audit: AuditTrail
  /**
   * Stores a file of another system under its own ids, dates and folder, through the same policy, quota and analysis as an
   * upload. What is there by the same `id`, else by the same `externalId`, in the trash too, stays as it is: a second run
   * stores nothing. Of two imports of one item at the same time, one is stored.
   *
   * Rejects as `AssetStore.upload` does. `invalid_argument` also when the `id` or the `publicFileId` is that of another asset,
   * also one of another tenant: ids are unique over all tenants, so leave them out unless this view owns them.
   * `external_id_taken` when the `externalId` is that of one that this view of the store does not reach.
   *
   * @example
   * ```ts
   * import { fromPath, openAssetStore } from '@stowage/core'
   *
   * const store = await openAssetStore({ directory: './media' })
   * const { outcome, asset } = await store.admin.import({
   *   ...fromPath('photo.jpg'),
   *   externalId: 'old-cms/4711',
   *   createdAt: '2019-05-01T10:00:00Z',
   *   folder: 'Trips/2019',
   * })
   * console.log(outcome, asset.createdAt)
   * ```
   */
  import(item: ImportItem, options?: ImportOptions): Promise<Imported>
  /**
   * The late verdict on an asset that the scan hook held back: `clean` makes it `ready`, `infected` makes it
   * `failed`. Also reaches trashed ones. With `sha256` it is taken for that content alone: `changed_meanwhile` when
   * another was held back since.
   */
  resolveScan(
    id: string,
    verdict: 'clean' | 'infected',
    options?: ResolveScanOptions,
  ): Promise<Asset>
  /** Resolves when both records and files answer, as of the last second at most; else `unavailable`, or `closed`. */
  ping(): Promise<void>
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
