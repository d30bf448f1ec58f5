export type { Analysis, AnalysisIssue, Analyzer, FileFacts } from './analysis/analyzer.ts'
export type { AssetStore } from './asset-store/asset-store.ts'
export type { BackupOptions, BackupProgress, BackupReport } from './asset-store/backup-report.ts'
export type { CallOptions } from './asset-store/call-options.ts'
export type { Hold } from './asset-store/hold.ts'
export type { CreateKeyOptions, Keys } from './asset-store/keys.ts'
export {
  DEFAULT_LIMITS,
  DEFAULT_PER_PAGE,
  MAX_PER_PAGE,
  type StoreLimits,
} from './asset-store/limits.ts'
export type { AssetPage, ListOptions } from './asset-store/list-options.ts'
export type {
  BlobFault,
  FileOfRecord,
  FileProblem,
  Problem,
  RepairAct,
} from './asset-store/problem.ts'
export type { PurgeOptions } from './asset-store/purge-options.ts'
export type { AssetFile, PresignedFileOptions, ReadOptions } from './asset-store/read-options.ts'
export type { SweepReport } from './asset-store/sweep-report.ts'
export type {
  UploadInput,
  UploadManyOptions,
  UploadOptions,
} from './asset-store/upload-options.ts'
export type { VerifyOptions, VerifyProgress, VerifyReport } from './asset-store/verify-report.ts'
export type { ErrorCode, ErrorContexts } from './errors/error-contexts.ts'
export { isStowageError, StowageError } from './errors/stowage-error.ts'
export type { AssetEvents } from './events/events.ts'
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
export type { ByteRange } from './model/byte-range.ts'
export { HOLD_PREFIX, MAX_LEASE } from './model/lease-time.ts'
export { type Clock, formatTimestamp, parseTimestamp, systemClock } from './model/timestamp.ts'
export { VARIANT_LIMIT } from './model/variant-limit.ts'
export type { BlobStore, PresignOptions } from './ports/blob-store.ts'
export type { MetadataStore } from './ports/metadata-store.ts'
export type { StagedFile, Staging, StagingFile } from './ports/staging.ts'
export type {
  MadeVariant,
  VariantPlan,
  VariantProcessor,
  VariantResult,
  VariantSource,
  VariantTiming,
} from './ports/variant-processor.ts'
export { fromPath } from './staging/from-path.ts'
export type { UploadSource } from './staging/upload-source.ts'
export type { AssetStoreOptions } from './store/asset-store-options.ts'
export { createAssetStore, type PortOptions } from './store/create-asset-store.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/open-asset-store.ts'
export type { Policy, PolicyFile, ScanVerdict } from './upload/upload-policy.ts'
