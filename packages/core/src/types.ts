/**
 * The types of options, reports and pages, for code that names them.
 *
 * @module
 */
export type { AuditFilter, AuditPage, AuditTrail, ListAuditOptions } from './asset-store/audit.ts'
export type { CallOptions } from './asset-store/call-options.ts'
export type {
  CreateFolderOptions,
  DeleteFolderOptions,
  FolderChanges,
  FolderPage,
  Folders,
  ListFoldersOptions,
} from './asset-store/folders.ts'
export type { GetOptions } from './asset-store/get-options.ts'
export type { CreateKeyOptions, KeyPage, Keys, PageOfKeysOptions } from './asset-store/keys.ts'
export type { StoreLimits } from './asset-store/limits.ts'
export type {
  AssetCursorPage,
  CursorListOptions,
  FindOptions,
  IterateOptions,
} from './asset-store/lists/list-options.ts'
export type {
  ChangeMatchingOptions,
  MatchingAssets,
  MatchingChanged,
  MatchingProgress,
} from './asset-store/lists/matching.ts'
export type { SelectedAssets } from './asset-store/lists/selected.ts'
export type { BackupOptions, BackupReport } from './asset-store/maintenance/backup-report.ts'
export type { DeletionPause } from './asset-store/maintenance/deletion-pause.ts'
export type { StoreAdmin } from './asset-store/maintenance/store-admin.ts'
export type { SweepReport } from './asset-store/maintenance/sweep-report.ts'
export type { VerifyOptions, VerifyReport } from './asset-store/maintenance/verify-report.ts'
export type {
  AttachedToOptions,
  DetachOptions,
  DetachReport,
  Owners,
  SetReport,
} from './asset-store/owners.ts'
export type { PurgeOptions } from './asset-store/purge-options.ts'
export type { ReadOptions } from './asset-store/read-options.ts'
export type {
  OpenedUrl,
  SignedRequest,
  SignedUrl,
  SignedUrls,
  SignUrlOptions,
  SignUrlsOptions,
  StoreUrls,
} from './asset-store/store-urls.ts'
export type { StoreVariants } from './asset-store/store-variants.ts'
export type { StoreView, ViewOptions } from './asset-store/store-view.ts'
export type {
  EraseTenantOptions,
  ErasureProgress,
  ErasureReport,
} from './asset-store/tenants/erase.ts'
export type {
  ListTenantsOptions,
  TenantPage,
  Tenants,
  TypeUsage,
} from './asset-store/tenants/usage.ts'
export type { CreateTicketOptions, Tickets } from './asset-store/tickets.ts'
export type { UpdateOptions } from './asset-store/update-options.ts'
export type {
  CopyAssetOptions,
  ReplaceContentOptions,
} from './asset-store/uploads/content-options.ts'
export type { ImportOptions, ImportTime } from './asset-store/uploads/import-options.ts'
export type { PendingOption } from './asset-store/uploads/pending-option.ts'
export type { ResolveScanOptions } from './asset-store/uploads/scan-options.ts'
export type { Versions } from './asset-store/versions.ts'
export type { UrlFailure, UrlRefusal } from './errors/error-contexts.ts'
export type { AssetType, Timestamp, Variant } from './model/assets/asset.ts'
export type { AssetSort, AssetSortField } from './model/assets/asset-sort.ts'
export type { VersionFacts } from './model/assets/asset-version.ts'
export type { OnDuplicate } from './model/assets/on-duplicate.ts'
export type { TagChanges } from './model/assets/tags.ts'
export type { ByteRange } from './model/blobs/byte-range.ts'
export type { AuditDetail, AuditEntry } from './model/events/audit-entry.ts'
export type { ListenerEvents } from './model/events/store-events.ts'
export type { AnyOf, Bounds } from './model/filters/filter-values.ts'
export type { FolderUsage } from './model/folders/folder.ts'
export type { Attachment, UnownedFate } from './model/owners/owner.ts'
export type { QuotaLimits } from './model/tenants/quota.ts'
export type { PartUsage, TenantEntry } from './ports/asset-records.ts'
export type { PublicFileUrlOptions } from './signing/public-file-url.ts'
