export type { Analysis, AnalysisIssue, Analyzer, FileFacts } from '@stowage/analysis'
export type {
  AssetFile,
  AssetPage,
  AssetStore,
  CallOptions,
  ListOptions,
  PresignedFileOptions,
  PurgeOptions,
  ReadOptions,
  SweepReport,
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from './asset-store/asset-store.ts'
export type { BackupOptions, BackupProgress, BackupReport } from './asset-store/backup-report.ts'
export {
  DEFAULT_LIMITS,
  DEFAULT_PER_PAGE,
  MAX_PER_PAGE,
  type StoreLimits,
} from './asset-store/limits.ts'
export type {
  BlobFault,
  FileOfRecord,
  FileProblem,
  Problem,
  RepairAct,
} from './asset-store/problem.ts'
export type { VerifyOptions, VerifyProgress, VerifyReport } from './asset-store/verify-report.ts'
export { type ErrorCode, isStowageError, StowageError } from './errors/stowage-error.ts'
export type { AssetEvents } from './events/events.ts'
export type { CreateKeyOptions, Keys } from './keys/keys.ts'
export type { Hold } from './maintenance/hold.ts'
export type { ApiKey, ApiKeyRecord, Permission, Principal } from './model/api-key.ts'
export type {
  Asset,
  AssetChanges,
  AssetStatus,
  AssetType,
  FailedVariant,
  Timestamp,
  Variant,
} from './model/asset.ts'
export { MAX_LEASE } from './model/lease-time.ts'
export { type Clock, formatTimestamp, parseTimestamp, systemClock } from './model/timestamp.ts'
export type { BlobStore, PresignOptions } from './ports/blob-store.ts'
export {
  type AssetList,
  type FoundKey,
  HOLD_PREFIX,
  type IdempotencyRecord,
  type IdsRequest,
  type InsertRequest,
  type ListQuery,
  type MetadataStore,
  type NewAsset,
  type Purged,
  type TenantUsage,
  type Updated,
} from './ports/metadata-store.ts'
export type { ByteRange, StagedFile, Staging, StagingFile } from './ports/staging.ts'
export type {
  BlobState,
  Transfer,
  TransferEntry,
  TransferKind,
  TransferProgress,
  TransferSource,
  TransferState,
  TransferTarget,
  TransferValues,
} from './ports/transfer.ts'
export {
  type MadeVariant,
  VARIANT_LIMIT,
  type VariantPlan,
  type VariantProcessor,
  type VariantResult,
  type VariantSource,
  type VariantTiming,
} from './ports/variant-processor.ts'
export { fromPath } from './staging/from-path.ts'
export type { UploadSource } from './staging/upload-source.ts'
export {
  type AssetStoreOptions,
  createAssetStore,
  type PortOptions,
} from './store/create-asset-store.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/open-asset-store.ts'
export type { Policy, PolicyFile, ScanVerdict } from './upload/upload-policy.ts'
