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
export { type ApiKeyRecord, DEFAULT_PERMISSIONS, PERMISSIONS } from './model/api-key.ts'
export { type AssetStatus, blobKeysOf, type FailedVariant } from './model/asset.ts'
export {
  applyChanges,
  assertContent,
  bytesOf,
  canChange,
  type RecordChanges,
  withoutVariants,
  withVariants,
} from './model/asset-changes.ts'
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
} from './model/asset-fields.ts'
export {
  ASSET_FILTERS,
  ASSET_STATUSES,
  ASSET_TYPES,
  type CheckedFilter,
  type CheckedForm,
  type ColumnMember,
  FILTER_MEMBERS,
  type TermMember,
} from './model/asset-filters.ts'
export {
  comparePositions,
  DEFAULT_SORT,
  type Direction,
  directionOf,
  positionOf,
  type SortPosition,
  type SortValue,
} from './model/asset-order.ts'
export {
  counterKeysOf,
  folderPart,
  type PartMember,
  typePart,
  VERSIONS,
  WHOLE_TENANT,
} from './model/asset-parts.ts'
export { type AssetScope, creatorPart, isInScope, requireScope } from './model/asset-scope.ts'
export { isFoundAnew, type TermSource, termsOf, wordsOf } from './model/asset-terms.ts'
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
} from './model/asset-version.ts'
export { assetsToChange, type FoundAssets, type NamedAssets } from './model/assets-to-change.ts'
export { STORE_EVENT_TYPES } from './model/audit-details.ts'
export type { AuditBy, AuditDetail, AuditEntry, Audited, AuditNote } from './model/audit-entry.ts'
export {
  ATTACHED,
  type BlobState,
  CLAIMED,
  DELETED_FIRST,
  decodeBlobState,
  encodeBlobState,
  LAST_DELETION,
  RESERVED,
} from './model/blob-state.ts'
export { asksForBytes } from './model/byte-range.ts'
export { requireFilter } from './model/checked-filter.ts'
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
} from './model/count-changes.ts'
export { distinctIds } from './model/distinct-ids.ts'
export { isExternalId, MAX_EXTERNAL_ID, requireExternalId } from './model/external-id.ts'
export { type FieldPlan, type PlacedAsset, planField } from './model/field-plan.ts'
export type { FindableAsset } from './model/filter-entry.ts'
export type { FilterShape } from './model/filter-kinds.ts'
export { type ApiFilterName, apiFilterNames } from './model/filter-names.ts'
export type { FilterText } from './model/filter-text.ts'
export { MAX_FILTER_MEMBERS, MAX_FILTER_TEXT, MAX_FILTER_VALUES } from './model/filter-values.ts'
export {
  FOLDER_STEP,
  type Folder,
  type FolderRecord,
  type FolderUsage,
  MAX_FOLDER_DEPTH,
} from './model/folder.ts'
export { requireTime } from './model/given-time.ts'
export { inOrderOf } from './model/in-order-of.ts'
export { HOLD_PREFIX, MAX_LEASE, MOVES_FILES, requireLeaseDuration } from './model/lease-time.ts'
export { type LowerFolder, type LowestFolders, lowestFolders } from './model/lowest-folders.ts'
export { matchesFilter } from './model/matches-filter.ts'
export type { MigrationProgress } from './model/migration-progress.ts'
export { isOnDuplicate, ON_DUPLICATE } from './model/on-duplicate.ts'
export { NO_OWN_DATA } from './model/own-data.ts'
export { OWN_DATA_LIMITS, type OwnDataLimit } from './model/own-data-check.ts'
export { jsonOfOwnData, type KeptOwnData, keptOwnData, ownDataOf } from './model/own-data-column.ts'
export {
  type Attachment,
  type AttachmentRecord,
  MAX_PER_FIELD,
  MAX_PER_OWNER,
  type Owner,
  type OwnerField,
  type UnownedFate,
} from './model/owner.ts'
export { assertRoom } from './model/owner-room.ts'
export { limitsOf, type Quota, type QuotaLimits, quotaRefusal } from './model/quota.ts'
export { isAsExpected, isRevision, revisionOf } from './model/revision.ts'
export type { StoreEventType } from './model/store-events.ts'
export {
  lastIsTrusted,
  nextSweepRecord,
  pendingEnd,
  retentionEnd,
  type SweepRecord,
} from './model/sweep-record.ts'
export { assertTagsFit, assetTagger, taggedAssets } from './model/tagged-assets.ts'
export { requireTenant } from './model/tenant-name.ts'
export type { TermClause, TermMatch } from './model/term-clause.ts'
export { termClauses } from './model/term-clauses.ts'
export { chargeTicket } from './model/ticket-charge.ts'
export { TICKET_RETENTION } from './model/ticket-memory.ts'
export {
  addMillis,
  formatTimestamp,
  formatTimestampOrNull,
  parseTimestamp,
  parseTimestampOrNull,
  systemClock,
} from './model/timestamp.ts'
export type { UploadTicketRecord } from './model/upload-ticket.ts'
export { VARIANT_LIMIT } from './model/variant-limit.ts'
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
export { chunksOfPath } from './staging/from-path.ts'
export { type StageUploadOptions, stageUpload } from './staging/stage-upload.ts'
export type { StagedUpload } from './staging/staged-upload.ts'
export { createAssetStore, type PortOptions } from './store/create-asset-store.ts'
export { requireFate, requireOwner, requireOwnerField } from './store/owner-options.ts'
export { readOnlyMetadata, readOnlyTransfer } from './store/read-only.ts'
export { LOCATION_OPTIONS, partsOf, type StoreParts } from './store/store-location.ts'
export { sanitizeFileName, slashIn } from './text/file-name.ts'
export { type DispositionName, fileNameOf } from './text/file-name-of.ts'
export { foldCase } from './text/fold.ts'
export { compareKeys, nameKey } from './text/name-key.ts'
export { nfc } from './text/normal-forms.ts'
export { type Parameterized, parseParameterized, withoutParameter } from './text/parameterized.ts'
export { siblingKey } from './text/sibling-key.ts'
export { ALLOW_PATTERN, MISNOMERS } from './upload/policy/allow-patterns.ts'
