import type { Asset } from '../assets/asset.ts'
import type { AuditTrail } from '../audit/audit.ts'
import type { ChangeFeed } from '../feed/change-feed.ts'
import type { Imported, ImportItem, ImportOptions } from '../import/import-options.ts'
import type { JobList } from '../jobs/jobs.ts'
import type { BackupOptions, BackupReport } from '../maintenance/backup/backup-report.ts'
import type { DeletionPause } from '../maintenance/deletion-pause.ts'
import type { FillVariantsOptions, FillVariantsReport } from '../maintenance/fill-report.ts'
import type { SweepReport } from '../maintenance/sweep-report.ts'
import type { VerifyOptions, VerifyReport } from '../maintenance/verify/verify-report.ts'
import type { CallOptions } from '../options/call-options.ts'
import type { ResolveScanOptions } from '../scan/scan-options.ts'
import type { Tenants } from '../usage/usage.ts'

/**
 * For operators and jobs: tenants and their audit trails, files of other systems, and maintenance of the whole store,
 * for all tenants at once, while it is in use.
 */
export interface StoreAdmin {
  /** All tenants of the store, and what each has. */
  readonly tenants: Tenants
  /** Who did what, with the store option `audit`; without it there are no entries. */
  readonly audit: AuditTrail
  /** The jobs of all tenants, and those of the store itself. */
  readonly jobs: JobList
  /**
   * What happened in all tenants. On PostgreSQL an event waits here for every transaction of that database that began to
   * write before it. Not of a scoped store.
   */
  readonly events: ChangeFeed
  /**
   * Stores a file of another system under its own ids, dates and folder, through the same policy, quota and analysis as
   * an upload. An existing asset with the same `id`, or else the same `externalId`, stays as it is, even in the trash:
   * a second run stores nothing. When two imports of one item run at the same time, one of them stores it.
   *
   * Rejects as `AssetStore.upload` does. Also `invalid_argument` when another asset, of any tenant, has the `id` or the
   * `publicFileId`: ids are unique across all tenants, so leave them out unless this view owns them.
   * `external_id_taken` when an asset that this view of the store does not reach has the `externalId`.
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
   * Gives the late verdict on an asset that the scan hook held back: `clean` makes it `ready`, `infected` makes it
   * `failed`. Also works on trashed assets. With `sha256` the verdict applies to that content only: `changed_meanwhile`
   * when the asset has other content by now.
   */
  resolveScan(
    id: string,
    verdict: 'clean' | 'infected',
    options?: ResolveScanOptions,
  ): Promise<Asset>
  /**
   * Checks that the database and the blob store answer; the result is at most a second old. Rejects as `unavailable`,
   * or `closed`.
   */
  ping(): Promise<void>
  /**
   * Purges assets that have been in the trash for too long (`trash`). Removes what crashed or abandoned uploads left
   * behind, once the grace time is over. The store also runs it regularly. One sweep runs at a time, across all
   * processes. Callers share a sweep under way: `signal` ends the waiting, not the sweep. When one part fails, the
   * other parts still run; then the sweep rejects with the first failure.
   *
   * A clock that leaps must not empty the trash. So a sweep purges by age only when sweeps have followed each other for
   * at least a minute, each at most twice `advanced.sweepEveryMs` (at least 1 hour) after the one before. With
   * `false` there that span is 25 hours: call it daily, or twice a minute apart. What was trashed before that was first
   * so, in this database, counts from then.
   */
  sweep(options?: CallOptions): Promise<SweepReport>
  /**
   * Compares records, blobs and staging of all tenants. Finds lost, truncated and rotten files, orphans and stale
   * staging. Only reports by default. With `repair` it also repairs, which deletes no blob and can be undone by hand.
   * `repair_refused` when too much would go, `unavailable` while another repair runs.
   */
  verify(options?: VerifyOptions): Promise<VerifyReport>
  /**
   * Asks for `verify` in the background, in small parts with pauses: it reads every byte, and only reports. A process
   * with the option `jobs: { maintenance: true }` runs it, which may be this one; when that ends, it goes on where it
   * was. One runs at a time: while one waits or runs, this asks for nothing more. Resolves to the id of its job, which
   * `jobs` knows until it is done; its payload says how far it is.
   *
   * `onError` gets each problem as `problem_found`. At the end there is the event `store.verified`; when there were
   * problems the job is dead, and says how many. Retried, it begins anew. It ends early after 1000 problems.
   * `unavailable` on a store that is `readOnly`.
   */
  startVerify(options?: CallOptions): Promise<string>
  /**
   * Asks the hook `scan` again about every file that it held back (`status: 'processing'`), in the background, and
   * records its verdicts as `resolveScan` does: `accept` makes the asset `ready`, a refusal makes it `failed`, `wait`
   * leaves it as it is. A process with the options `scan` and `jobs: { maintenance: true }` runs it, as with
   * `startVerify`. When the hook throws 3 times for a file, that stays held back, and the job is dead at the end. At the
   * end there is the event `store.scanned`. Resolves to the id of the job. `unavailable` on a store that is `readOnly`.
   */
  startScanAgain(options?: CallOptions): Promise<string>
  /**
   * Makes what an upload would make today of the files that are there: thumbnails that are missing, because they were
   * stored without `variants` or imported, and the previews of older thumbnails. A file that cannot be decoded is tried
   * once. A run that ends early has lost nothing: the next one goes on. Several runs at once share the work.
   */
  fillVariants(options?: FillVariantsOptions): Promise<FillVariantsReport>
  /** Postpones the deletion of blobs, in all processes, while you copy the store; see `docs/backup.md`. */
  pauseDeletion(options?: CallOptions): Promise<DeletionPause>
  /**
   * Copies the store into a directory that `openAssetStore` can open. When it rejects, an earlier backup there is as
   * complete as before. One backup runs at a time, across all processes; another one is `unavailable`.
   */
  backup(options: BackupOptions): Promise<BackupReport>
}
