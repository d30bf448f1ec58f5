/**
 * What the other packages of this project share with the core. Not for apps: it may change with any release.
 *
 * @module
 */

export { DEFAULT_PER_PAGE, MAX_PER_PAGE } from './asset-store/limits.ts'
export { MAX_MATCHES } from './asset-store/lists/matching.ts'
export type { BackupProgress } from './asset-store/maintenance/backup-report.ts'
export type {
  BlobFault,
  FileOfRecord,
  FileProblem,
  Problem,
  RepairAct,
} from './asset-store/maintenance/problem.ts'
export type { VerifyProgress } from './asset-store/maintenance/verify-report.ts'
export type { PresignedFileOptions } from './asset-store/read-options.ts'
export { MAX_PENDING_HOURS } from './asset-store/uploads/pending-option.ts'
export { raceAbort } from './async/abortable.ts'
export { allSettledOrThrow } from './async/all-settled.ts'
export { FairQueue } from './async/fair-queue.ts'
export { inParallel } from './async/in-parallel.ts'
export { inSlices } from './async/in-slices.ts'
export { Semaphore, type SemaphoreOptions } from './async/semaphore.ts'
export { type TurnTaker, turnOf } from './async/turn.ts'
export { deleteBlob } from './blobs/delete-blob.ts'
export { assertInteger } from './errors/assert-integer.ts'
export { duplicateFile, externalIdTaken } from './errors/content-errors.ts'
export { erasureInProgress, migrationInProgress, tenantErased } from './errors/erasure-errors.ts'
export {
  folderCycle,
  folderExists,
  folderNotEmpty,
  folderNotFound,
  folderTooDeep,
} from './errors/folder-errors.ts'
export { givenItems } from './errors/given-items.ts'
export { invalidArgument } from './errors/invalid-argument.ts'
export {
  alreadyExists,
  assetNotFound,
  idempotencyConflict,
  keyNotFound,
  keyRevoked,
  purgeRefusal,
  quotaExceeded,
  recordingEnded,
  reservationLost,
  storeClosed,
  ticketExhausted,
  ticketNotFound,
  ticketRevoked,
  tooManyKeys,
  transferRefused,
  uploadedAndPurged,
  writesRefused,
} from './errors/metadata-errors.ts'
export { mustBe } from './errors/must-be.ts'
export { changedMeanwhile, tooManyTags } from './errors/own-data-errors.ts'
export { tooManyAttachments } from './errors/owner-errors.ts'
export { scanPending, versionNotFound } from './errors/version-errors.ts'
export { createMigrationWarning } from './events/migration-warning.ts'
export { placeNew } from './filesystem/io/place-new.ts'
export {
  isOutsideDirectory,
  isWithin,
  type PathWithin,
  withinDirectory,
} from './filesystem/io/within-directory.ts'
export { MAX_KEY_NAME } from './keys/key-options.ts'
export { requirePrincipal } from './keys/require-principal.ts'
export { createLeases, type HeldLease, type Leases, type LeasesOptions } from './leases/leases.ts'
export {
  checkBlob,
  type ExpectedFile,
  fileOfVersion,
  filesOf,
} from './maintenance/verify/check-blob.ts'
export { createMemoryStaging } from './memory/staging.ts'
export { type AssetStatus, blobKeysOf, type FailedVariant } from './model/assets/asset.ts'
export {
  applyChanges,
  assertContent,
  bytesOf,
  canChange,
  type RecordChanges,
  withoutVariants,
  withVariants,
} from './model/assets/asset-changes.ts'
export {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  CHANGED_ENTRIES,
  CONTENT_ENTRIES,
  columnDefinitions,
  FIELD_ENTRIES,
  type FieldKind,
  jsonOfList,
  parameterOf,
} from './model/assets/asset-fields.ts'
export {
  comparePositions,
  DEFAULT_SORT,
  type Direction,
  directionOf,
  positionOf,
  type SortPosition,
  type SortValue,
} from './model/assets/asset-order.ts'
export {
  counterKeysOf,
  folderPart,
  type PartMember,
  typePart,
  VERSIONS,
  WHOLE_TENANT,
} from './model/assets/asset-parts.ts'
export {
  type AssetScope,
  creatorPart,
  isInScope,
  requireScope,
} from './model/assets/asset-scope.ts'
export { isFoundAnew, type TermSource, termsOf, wordsOf } from './model/assets/asset-terms.ts'
export {
  type AssetVersion,
  contentOfVersion,
  factsOf,
  hasContent,
  MAX_VERSIONS,
  type NewContent,
  replacedVersion,
  type VersionFacts,
  type VersionRecord,
  variantKeysOf,
  withContent,
} from './model/assets/asset-version.ts'
export {
  assetsToChange,
  type FoundAssets,
  type NamedAssets,
} from './model/assets/assets-to-change.ts'
export {
  type BlockChange,
  blockChanges,
  blockSizes,
  type CountChange,
  type Counted,
  countChange,
  LIVE,
  type ListNumber,
  rootLevel,
  TRASH,
} from './model/assets/count-changes.ts'
export { distinctIds } from './model/assets/distinct-ids.ts'
export { isExternalId, MAX_EXTERNAL_ID, requireExternalId } from './model/assets/external-id.ts'
export { type FieldPlan, type PlacedAsset, planField } from './model/assets/field-plan.ts'
export { inOrderOf } from './model/assets/in-order-of.ts'
export { isOnDuplicate, ON_DUPLICATE } from './model/assets/on-duplicate.ts'
export { isAsExpected, isRevision, revisionOf } from './model/assets/revision.ts'
export { assertTagsFit, assetTagger, taggedAssets } from './model/assets/tagged-assets.ts'
export { MAX_TAGS, requireTags } from './model/assets/tags.ts'
export { VARIANT_LIMIT } from './model/assets/variant-limit.ts'
export {
  ATTACHED,
  type BlobState,
  CLAIMED,
  DELETED_FIRST,
  decodeBlobState,
  encodeBlobState,
  LAST_DELETION,
  RESERVED,
} from './model/blobs/blob-state.ts'
export { asksForBytes } from './model/blobs/byte-range.ts'
export { STORE_EVENT_TYPES } from './model/events/audit-details.ts'
export type {
  AuditBy,
  AuditDetail,
  AuditEntry,
  Audited,
  AuditNote,
} from './model/events/audit-entry.ts'
export type { StoreEventType } from './model/events/store-events.ts'
export {
  ASSET_FILTERS,
  ASSET_STATUSES,
  ASSET_TYPES,
  type CheckedFilter,
  type CheckedForm,
  type ColumnMember,
  FILTER_MEMBERS,
  type TermMember,
} from './model/filters/asset-filters.ts'
export { requireFilter } from './model/filters/checked-filter.ts'
export type { FindableAsset } from './model/filters/filter-entry.ts'
export type { FilterShape } from './model/filters/filter-kinds.ts'
export { type ApiFilterName, apiFilterNames } from './model/filters/filter-names.ts'
export type { FilterText } from './model/filters/filter-text.ts'
export {
  MAX_FILTER_MEMBERS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from './model/filters/filter-values.ts'
export { matchesFilter } from './model/filters/matches-filter.ts'
export type { TermClause, TermMatch } from './model/filters/term-clause.ts'
export { termClauses } from './model/filters/term-clauses.ts'
export {
  FOLDER_STEP,
  type Folder,
  type FolderRecord,
  type FolderUsage,
  MAX_FOLDER_DEPTH,
} from './model/folders/folder.ts'
export {
  type LowerFolder,
  type LowestFolders,
  lowestFolders,
} from './model/folders/lowest-folders.ts'
export { type ApiKeyRecord, DEFAULT_PERMISSIONS, PERMISSIONS } from './model/keys/api-key.ts'
export { chargeTicket } from './model/keys/ticket-charge.ts'
export { TICKET_RETENTION } from './model/keys/ticket-memory.ts'
export type { UploadTicketRecord } from './model/keys/upload-ticket.ts'
export { NO_OWN_DATA } from './model/own-data/own-data.ts'
export { OWN_DATA_LIMITS, type OwnDataLimit } from './model/own-data/own-data-check.ts'
export {
  jsonOfOwnData,
  type KeptOwnData,
  keptOwnData,
  ownDataOf,
} from './model/own-data/own-data-column.ts'
export {
  type Attachment,
  type AttachmentRecord,
  MAX_PER_FIELD,
  MAX_PER_OWNER,
  type Owner,
  type OwnerField,
  type UnownedFate,
} from './model/owners/owner.ts'
export { assertRoom } from './model/owners/owner-room.ts'
export type { MigrationProgress } from './model/tenants/migration-progress.ts'
export { limitsOf, type Quota, type QuotaLimits, quotaRefusal } from './model/tenants/quota.ts'
export {
  lastIsTrusted,
  nextSweepRecord,
  pendingEnd,
  retentionEnd,
  type SweepRecord,
} from './model/tenants/sweep-record.ts'
export { requireTenant } from './model/tenants/tenant-name.ts'
export { requireTime } from './model/time/given-time.ts'
export {
  HOLD_PREFIX,
  MAX_LEASE,
  MOVES_FILES,
  requireLeaseDuration,
} from './model/time/lease-time.ts'
export {
  addMillis,
  formatTimestamp,
  formatTimestampOrNull,
  parseTimestamp,
  parseTimestampOrNull,
  systemClock,
} from './model/time/timestamp.ts'
export {
  type Check,
  checkOptions,
  group,
  type OptionChecks,
  type RequiredCheck,
  required,
} from './options/check-options.ts'
export {
  callback,
  check,
  either,
  flag,
  having,
  integer,
  oneOf,
  path,
  stringThat,
  text,
} from './options/checks.ts'
export { pickOptions } from './options/pick-options.ts'
export { similarName } from './options/similar-name.ts'
export { withDefaults } from './options/with-defaults.ts'
export type {
  ApiKeyRecords,
  FoundKey,
  KeyConditions,
  KeyList,
  KeyQuery,
} from './ports/api-key-records.ts'
export type {
  AssetKey,
  AssetList,
  AssetRecords,
  ChangeRequest,
  IdsRequest,
  ListQuery,
  ListStart,
  PartUsage,
  Purged,
  TenantEntry,
  TenantUsage,
} from './ports/asset-records.ts'
export type { AuditQuery, AuditRecords } from './ports/audit-records.ts'
export type { BlobLedger } from './ports/blob-ledger.ts'
export type { ErasureRecords, ErasureStep } from './ports/erasure-records.ts'
export type {
  DeletedFolders,
  FolderChangeRequest,
  FolderList,
  FolderQuery,
  FolderRecords,
  FolderRequest,
  NewFolder,
  UpdatedFolder,
} from './ports/folder-records.ts'
export {
  answeredIds,
  type ContentFacts,
  type ContentRequest,
  type Duplicate,
  duplicateRecords,
  duplicateScope,
  type InsertContent,
  insertContent,
  looksForDuplicates,
} from './ports/insert-content.ts'
export type {
  IdempotencyRecord,
  Inserted,
  InsertRequest,
  NewAsset,
} from './ports/insert-request.ts'
export type { LeaseRecords } from './ports/lease-records.ts'
export type { StoreClaim } from './ports/metadata-store.ts'
export {
  type AttachedAssets,
  type DetachedAssets,
  NOTHING_DETACHED,
  type OwnerFieldChange,
  type OwnerFieldQuery,
  type OwnerFieldRequest,
  type OwnerRecords,
  type OwnersQuery,
  type SetField,
} from './ports/owner-records.ts'
export { type PlainList, plainList } from './ports/plain-list.ts'
export type { MethodOf, PortMethods, PortVerb, Role, Roles } from './ports/port-types.ts'
export {
  ALL_METHODS,
  callMethod,
  makeRoles,
  methodsOf,
  type PortCall,
  type PortMethod,
  ROLES,
} from './ports/port-views.ts'
export { OPEN_RECORDS_OPTIONS } from './ports/records-location.ts'
export { refusingUndefined } from './ports/refuse-undefined.ts'
export type { SweepRecords } from './ports/sweep-records.ts'
export type { FoundTicket, NewUploadTicket, TicketRecords } from './ports/ticket-records.ts'
export { type TimedAsset, timedAsset } from './ports/timed-asset.ts'
export type {
  MigratableMetadata,
  Transfer,
  TransferEntry,
  TransferKind,
  TransferProgress,
  TransferSource,
  TransferState,
  TransferTarget,
  TransferValues,
} from './ports/transfer.ts'
export type { Updated, UpdateRequest } from './ports/update-request.ts'
export type { ContentChange, Replaced, VersionRecords } from './ports/version-records.ts'
export { auditNotesOf, type DoneWrite } from './ports/write-events.ts'
export { contentTag } from './signing/content-tag.ts'
export { openerOf } from './sqlite/driver/driver.ts'
export { findDriver } from './sqlite/driver/find-driver.ts'
export { openSqliteMetadata } from './sqlite/metadata/open-sqlite-metadata.ts'
export { chunksOfPath } from './staging/from-path.ts'
export { type StageUploadOptions, stageUpload } from './staging/stage-upload.ts'
export type { StagedUpload } from './staging/staged-upload.ts'
export { createAssetStore, type PortOptions } from './store/opening/create-asset-store.ts'
export { readOnlyMetadata, readOnlyTransfer } from './store/opening/read-only.ts'
export { LOCATION_OPTIONS, partsOf, type StoreParts } from './store/opening/store-location.ts'
export { readTenant, type TenantReader } from './store/tenants/read-tenant.ts'
export { writeArchiveFile } from './store/tenants/write-archive-file.ts'
export { requireFate, requireOwner, requireOwnerField } from './store/views/owner-options.ts'
export { sanitizeFileName, slashIn } from './text/file-name.ts'
export { type DispositionName, fileNameOf } from './text/file-name-of.ts'
export { foldCase } from './text/fold.ts'
export { compareKeys, nameKey } from './text/name-key.ts'
export { nfc } from './text/normal-forms.ts'
export { type Parameterized, parseParameterized, withoutParameter } from './text/parameterized.ts'
export { siblingKey } from './text/sibling-key.ts'
export { ALLOW_PATTERN, MISNOMERS } from './upload/policy/allow-patterns.ts'
