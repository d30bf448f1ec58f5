export type { Analysis, AnalysisIssue, Analyzer, FileFacts } from './analysis/analyzer.ts'
export type {
  Asset,
  AssetChanges,
  AssetStatus,
  AssetType,
  FailedVariant,
  Timestamp,
  Variant,
} from './asset/asset.ts'
export { type Clock, formatTimestamp, parseTimestamp, systemClock } from './asset/timestamp.ts'
export { type ErrorCode, isStowageError, StowageError } from './errors/stowage-error.ts'
export { fromPath } from './intake/from-path.ts'
export type { UploadSource } from './intake/source.ts'
export type { ApiKey, ApiKeyRecord, Permission, Principal } from './keys/api-key.ts'
export type { CreateKeyOptions, Keys } from './keys/keys.ts'
export type { BlobStore, PresignOptions } from './ports/blob-store.ts'
export { MAX_LEASE } from './ports/lease-time.ts'
export {
  type AssetList,
  type FoundKey,
  HOLD_PREFIX,
  type IdsRequest,
  type InsertRequest,
  type ListQuery,
  type MetadataStore,
  type NewAsset,
  type Purged,
  type TenantUsage,
  type Updated,
  type UploadMark,
} from './ports/metadata-store.ts'
export type { ByteRange, StagedFile, Staging, StagingFile } from './ports/staging.ts'
export type {
  BlobState,
  Transfer,
  TransferEntry,
  TransferKind,
  TransferReceipt,
  TransferSource,
  TransferState,
  TransferTarget,
  TransferValues,
} from './ports/transfer.ts'
export {
  type MadeVariant,
  VARIANT_LIMIT,
  type VariantMaker,
  type VariantPlan,
  type VariantResult,
  type VariantSource,
  type VariantTiming,
} from './ports/variant-maker.ts'
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
} from './store/asset-store.ts'
export type { BackupOptions, BackupProgress, BackupReport } from './store/backup/backup-report.ts'
export {
  type AssetStoreOptions,
  createAssetStore,
  type PortOptions,
} from './store/create-asset-store.ts'
export type { AssetEvents } from './store/events.ts'
export type { Hold } from './store/hold.ts'
export {
  DEFAULT_LIMITS,
  DEFAULT_PER_PAGE,
  MAX_PER_PAGE,
  type StoreLimits,
} from './store/limits.ts'
export { type OpenAssetStoreOptions, openAssetStore } from './store/open-asset-store.ts'
export type { Policy, PolicyFile, ScanVerdict } from './store/policy.ts'
export type {
  BlobFault,
  FileOfRecord,
  FileProblem,
  Problem,
  RepairAct,
} from './store/verify/problem.ts'
export type { VerifyOptions, VerifyProgress, VerifyReport } from './store/verify/verify-report.ts'
