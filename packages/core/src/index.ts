/**
 * The asset store: open it, upload, list, read, trash, purge. What apps import.
 *
 * @module
 */
export type { AssetStore } from './asset-store/asset-store.ts'
export type {
  AuditFilter,
  AuditPage,
  AuditTrail,
  ListAuditOptions,
} from './asset-store/audit.ts'
export type { BackupOptions, BackupReport } from './asset-store/backup-report.ts'
export type { CallOptions } from './asset-store/call-options.ts'
export type { CopyAssetOptions, ReplaceContentOptions } from './asset-store/content-options.ts'
export type { DeletionPause } from './asset-store/deletion-pause.ts'
export type { EraseTenantOptions, ErasureProgress, ErasureReport } from './asset-store/erase.ts'
export type { ExportProgress, ExportTenantOptions } from './asset-store/export.ts'
export type {
  CreateFolderOptions,
  DeleteFolderOptions,
  FolderChanges,
  FolderPage,
  Folders,
  ListFoldersOptions,
} from './asset-store/folders.ts'
export type { AssetReference, GetOptions } from './asset-store/get-options.ts'
export type {
  Imported,
  ImportItem,
  ImportOptions,
  ImportTime,
} from './asset-store/import-options.ts'
export type { CreateKeyOptions, KeyPage, Keys, PageOfKeysOptions } from './asset-store/keys.ts'
export type { StoreLimits } from './asset-store/limits.ts'
export type {
  AssetCursorPage,
  AssetPage,
  CursorListOptions,
  FindOptions,
  ListOptions,
} from './asset-store/list-options.ts'
export type {
  ChangeMatchingOptions,
  MatchingAssets,
  MatchingChanged,
  MatchingProgress,
} from './asset-store/matching.ts'
export type {
  AttachedToOptions,
  DetachOptions,
  DetachReport,
  Owners,
  SetReport,
} from './asset-store/owners.ts'
export type { PendingOption } from './asset-store/pending-option.ts'
export type { PurgeOptions } from './asset-store/purge-options.ts'
export type { AssetFile, ReadOptions } from './asset-store/read-options.ts'
export type { ResolveScanOptions } from './asset-store/scan-options.ts'
export type { StoreMaintenance } from './asset-store/store-maintenance.ts'
export type {
  OpenedUrl,
  SignedRequest,
  SignedUrl,
  SignedUrls,
  SignUrlOptions,
  SignUrlsOptions,
  StoreSigning,
} from './asset-store/store-signing.ts'
export type { StoreVariants } from './asset-store/store-variants.ts'
export type { SweepReport } from './asset-store/sweep-report.ts'
export type { CreateTicketOptions, Tickets } from './asset-store/tickets.ts'
export type { UpdateOptions } from './asset-store/update-options.ts'
export type { UploadInput, UploadManyOptions, UploadOptions } from './asset-store/upload-options.ts'
export type {
  ListTenantsOptions,
  StoreUsage,
  TenantPage,
  Tenants,
  TypeUsage,
} from './asset-store/usage.ts'
export type { VerifyOptions, VerifyReport } from './asset-store/verify-report.ts'
export type { ErrorCode, UrlFailure, UrlRefusal } from './errors/error-contexts.ts'
export { isStowageError, StowageError } from './errors/stowage-error.ts'
export type { ApiKey, Permission, Principal } from './model/api-key.ts'
export type { Asset, AssetChanges, AssetType, Timestamp, Variant } from './model/asset.ts'
export type { AssetFilter } from './model/asset-filters.ts'
export type { AssetScope } from './model/asset-scope.ts'
export type { AssetSort, AssetSortField } from './model/asset-sort.ts'
export type { AssetVersion, VersionFacts } from './model/asset-version.ts'
export type { AuditDetail, AuditEntry } from './model/audit-entry.ts'
export type { ByteRange } from './model/byte-range.ts'
export type { AnyOf, Bounds } from './model/filter-values.ts'
export type { Folder, FolderUsage } from './model/folder.ts'
export type { OnDuplicate } from './model/on-duplicate.ts'
export type { MetadataValue, OwnData } from './model/own-data.ts'
export type { Attachment, Owner, OwnerField, UnownedFate } from './model/owner.ts'
export type { Quota, QuotaLimits } from './model/quota.ts'
export { revisionOf } from './model/revision.ts'
export type { ListenerEvents, StoreEvents, StoreEventType } from './model/store-events.ts'
export type { TagChanges } from './model/tags.ts'
export { isUsedUp, type UploadTicket } from './model/upload-ticket.ts'
export type { PartUsage, TenantEntry } from './ports/asset-records.ts'
export type { StagedFile } from './ports/staging.ts'
export { type PublicFileUrlOptions, publicFileUrl } from './signing/public-file-url.ts'
export type { SigningOptions } from './signing/signing-options.ts'
export { fromPath } from './staging/from-path.ts'
export type { LateSource, OpenedSource, UploadSource } from './staging/upload-source.ts'
export type { AssetStoreOptions, VariantsOptions } from './store/asset-store-options.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/open-asset-store.ts'
export type { StoreLocation } from './store/store-location.ts'
export type { DescribeFile } from './upload/describe-file.ts'
export type { Policy, PolicyFile, ScanVerdict } from './upload/policy/upload-policy.ts'
