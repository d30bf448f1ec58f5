/**
 * The asset store: open it, upload, list, read, trash, purge. What apps import.
 *
 * @module
 */

export type { Asset, AssetChanges } from './assets/asset.ts'
export type { AssetScope } from './assets/asset-scope.ts'
export type { AssetReference } from './assets/get-options.ts'
export type { AssetFile } from './assets/read-options.ts'
export { revisionOf } from './assets/revision.ts'
export {
  type DescribeFromFileOptions,
  describeFromFile,
} from './embedded/describe-from-file.ts'
export type { ErrorCode } from './errors/error-contexts.ts'
export { isStowageError, StowageError } from './errors/stowage-error.ts'
export type { StoreEvents, StoreEventType } from './events/store-events.ts'
export type { FeedEvent } from './feed/feed-event.ts'
export type { AssetFilter } from './filters/asset-filters.ts'
export type { AssetPage, ListOptions } from './finding/list-options.ts'
export type { Folder } from './folders/folder.ts'
export type { Imported, ImportItem } from './import/import-options.ts'
export type { Job, JobState } from './jobs/job.ts'
export type { JobsOptions } from './jobs/jobs-option.ts'
export type { ApiKey, Permission, Principal } from './keys/api-key.ts'
export type { MetadataSchema } from './own-data/metadata-schema.ts'
export type { Focus, MetadataValue, OwnData } from './own-data/own-data.ts'
export type { Owner, OwnerField } from './owners/owner.ts'
export { publicFileUrl } from './signing/public-file-url.ts'
export type { SigningOptions } from './signing/signing-options.ts'
export { fromPath } from './staging/from-path.ts'
export type { StagedFile } from './staging/staging.ts'
export type { LateSource, OpenedSource, UploadSource } from './staging/upload-source.ts'
export type { AssetStore } from './store/asset-store.ts'
export type {
  AdvancedOptions,
  AssetStoreOptions,
} from './store/opening/asset-store-options.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/opening/open-asset-store.ts'
export type { StoreLocation } from './store/opening/store-location.ts'
export type { JobHandler, Jobs, JobTask } from './store/store-jobs.ts'
export { isUsedUp, type UploadTicket } from './tickets/upload-ticket.ts'
export type { DescribeFile } from './upload/describe-file.ts'
export type { Policy, PolicyFile, ScanVerdict } from './upload/policy/upload-policy.ts'
export type {
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from './upload/upload-options.ts'
export type { Quota } from './usage/quota.ts'
export type { StoreUsage } from './usage/usage.ts'
export type { VariantsOptions } from './variants/variants-option.ts'
export type { AssetVersion } from './versions/asset-version.ts'
