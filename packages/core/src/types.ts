/**
 * The types of options, reports and pages, for code that names them.
 *
 * @module
 */

export type { EmbeddedFacts, PhotoLocation } from '@stowage/analysis'
export type { AssetType, Timestamp, Variant } from './assets/asset.ts'
export type { PartUsage, TenantEntry } from './assets/asset-records.ts'
export type { GetOptions } from './assets/get-options.ts'
export type { PurgeOptions } from './assets/purge-options.ts'
export type { ReadOptions } from './assets/read-options.ts'
export type { StoreView, ViewOptions } from './assets/store-view.ts'
export type { UpdateOptions } from './assets/update-options.ts'
export type { AuditFilter, AuditPage, AuditTrail, ListAuditOptions } from './audit/audit.ts'
export type { AuditDetail, AuditEntry } from './audit/audit-entry.ts'
export type { ByteRange } from './blobs/byte-range.ts'
export type { DirectLayout, PresignedPart, StoredPart } from './blobs/piece-store.ts'
export type { OnDuplicate } from './duplicates/on-duplicate.ts'
export type { UrlFailure, UrlRefusal } from './errors/error-contexts.ts'
export type { ListenerEvents } from './events/store-events.ts'
export type {
  ChangeFeed,
  EventFilter,
  EventsPage,
  EventsSinceOptions,
  FollowEventsOptions,
} from './feed/change-feed.ts'
export type { FeedEventData } from './feed/feed-event.ts'
export type { AnyOf, Bounds } from './filters/filter-values.ts'
export type { AssetSort, AssetSortField } from './finding/asset-sort.ts'
export type {
  AssetCursorPage,
  CursorListOptions,
  FindOptions,
  IterateOptions,
} from './finding/list-options.ts'
export type { FolderUsage } from './folders/folder.ts'
export type {
  CreateFolderOptions,
  DeleteFolderOptions,
  FolderChanges,
  FolderPage,
  Folders,
  ListFoldersOptions,
} from './folders/folders.ts'
export type { ImportOptions, ImportTime } from './import/import-options.ts'
export type { JobPage, RetriedJobs } from './jobs/job-records.ts'
export type {
  DefineJobOptions,
  EnqueueOptions,
  JobFilter,
  JobHandlerIn,
  JobList,
  JobsIn,
  JobTaskIn,
  ListJobsOptions,
} from './jobs/jobs.ts'
export type { CreateKeyOptions, KeyPage, Keys, PageOfKeysOptions } from './keys/keys.ts'
export type { LocationMode } from './location/location-mode.ts'
export type { PublicForm } from './location/public-form.ts'
export type { VerifiedStore } from './maintenance/background/verified-store.ts'
export type { BackupOptions, BackupReport } from './maintenance/backup/backup-report.ts'
export type { DeletionPause } from './maintenance/deletion-pause.ts'
export type { FillVariantsOptions, FillVariantsReport } from './maintenance/fill-report.ts'
export type { SweepReport } from './maintenance/sweep-report.ts'
export type { VerifyOptions, VerifyReport } from './maintenance/verify/verify-report.ts'
export type {
  ChangeMatchingOptions,
  MatchingAssets,
  MatchingChanged,
  MatchingProgress,
} from './matching/matching.ts'
export type { SelectedAssets } from './matching/selected.ts'
export type { CallOptions } from './options/call-options.ts'
export type { StoreLimits } from './options/limits.ts'
export type { TagChanges } from './own-data/tags.ts'
export type { Attachment, UnownedFate } from './owners/owner.ts'
export type {
  AttachedToOptions,
  AttachUploadsOptions,
  DetachOptions,
  DetachReport,
  Owners,
  SetReport,
} from './owners/owners.ts'
export type { PicturePreview } from './pictures/picture-preview.ts'
export type {
  EnsurePictureOptions,
  MadePicture,
  PictureAttributes,
  PictureOptions,
  StorePictures,
} from './pictures/store-pictures.ts'
export type {
  ResumableUpload,
  UploadKind,
  UploadRefusal,
  UploadStatus,
} from './resumable/resumable-upload.ts'
export type {
  AppendDigest,
  AppendedUpload,
  AppendOptions,
  CreateUploadOptions,
  DirectUpload,
  ListUploadsOptions,
  PresignPartsOptions,
  ResumeUploadOptions,
  UploaderOptions,
  UploadPage,
  UploadParts,
  Uploads,
} from './resumable/uploads.ts'
export type { ResolveScanOptions } from './scan/scan-options.ts'
export type { ScannedStore } from './scan/scanned-store.ts'
export type { PublicFileUrlOptions } from './signing/public-file-url.ts'
export type {
  ContentTagOptions,
  OpenedUrl,
  SignedRequest,
  SignedUrl,
  SignedUrls,
  SignUrlOptions,
  SignUrlsOptions,
  StoreUrls,
} from './signing/store-urls.ts'
export type { StoreAdmin } from './store/store-admin.ts'
export type {
  EraseTenantOptions,
  ErasureProgress,
  ErasureReport,
} from './tenants/erase.ts'
export type { CreateTicketOptions, Tickets, VerifyTicketOptions } from './tickets/tickets.ts'
export type {
  AnalysisTrace,
  CommitTrace,
  DeliveryTrace,
  JobTrace,
  ReadTrace,
  RequestTrace,
  StowageTraces,
  Trace,
  TraceName,
  TraceOf,
  UploadTrace,
  VariantTrace,
} from './tracing/trace-events.ts'
export type { PendingOption } from './upload/pending-option.ts'
export type { QuotaLimits } from './usage/quota.ts'
export type {
  ListTenantsOptions,
  TenantPage,
  Tenants,
  TypeUsage,
} from './usage/usage.ts'
export type { StoreVariants } from './variants/store-variants.ts'
export type { VersionFacts } from './versions/asset-version.ts'
export type {
  CopyAssetOptions,
  ReplaceContentOptions,
} from './versions/content-options.ts'
export type { Versions } from './versions/versions.ts'
export type { DeliveryState, Webhook, WebhookDelivery, WebhookState } from './webhooks/webhook.ts'
export type { WebhookAnswer, WebhookMessage, WebhookSender } from './webhooks/webhook-sender.ts'
export type {
  CreateWebhookOptions,
  DeliveryPage,
  ListDeliveriesOptions,
  ListWebhooksOptions,
  NewSecret,
  WebhookChangesGiven,
  WebhookPage,
  WebhookSettings,
  Webhooks,
} from './webhooks/webhooks.ts'
