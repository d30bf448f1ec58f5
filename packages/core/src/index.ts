/**
 * The asset store: open it, upload, list, read, trash, purge. What apps import.
 *
 * @module
 */
export type { AssetStore } from './asset-store/asset-store.ts'
export type { AssetReference } from './asset-store/get-options.ts'
export type { AssetPage, ListOptions } from './asset-store/lists/list-options.ts'
export type { AssetFile } from './asset-store/read-options.ts'
export type { StoreUsage } from './asset-store/tenants/usage.ts'
export type { Imported, ImportItem } from './asset-store/uploads/import-options.ts'
export type {
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from './asset-store/uploads/upload-options.ts'
export type { ErrorCode } from './errors/error-contexts.ts'
export { isStowageError, StowageError } from './errors/stowage-error.ts'
export type { Asset, AssetChanges } from './model/assets/asset.ts'
export type { AssetScope } from './model/assets/asset-scope.ts'
export type { AssetVersion } from './model/assets/asset-version.ts'
export { revisionOf } from './model/assets/revision.ts'
export type { StoreEvents, StoreEventType } from './model/events/store-events.ts'
export type { AssetFilter } from './model/filters/asset-filters.ts'
export type { Folder } from './model/folders/folder.ts'
export type { ApiKey, Permission, Principal } from './model/keys/api-key.ts'
export { isUsedUp, type UploadTicket } from './model/keys/upload-ticket.ts'
export type { MetadataValue, OwnData } from './model/own-data/own-data.ts'
export type { Owner, OwnerField } from './model/owners/owner.ts'
export type { Quota } from './model/tenants/quota.ts'
export type { StagedFile } from './ports/staging.ts'
export { publicFileUrl } from './signing/public-file-url.ts'
export type { SigningOptions } from './signing/signing-options.ts'
export { fromPath } from './staging/from-path.ts'
export type { LateSource, OpenedSource, UploadSource } from './staging/upload-source.ts'
export type { AssetStoreOptions, VariantsOptions } from './store/opening/asset-store-options.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/opening/open-asset-store.ts'
export type { StoreLocation } from './store/opening/store-location.ts'
export type { DescribeFile } from './upload/describe-file.ts'
export type { Policy, PolicyFile, ScanVerdict } from './upload/policy/upload-policy.ts'
