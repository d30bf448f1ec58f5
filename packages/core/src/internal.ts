/**
 * What the other packages of this project share with the core. Not for apps: it may change with any release.
 *
 * @module
 */

export { mayHaveCover, readCover, UNKNOWN_FACTS } from '@stowage/analysis'
export { assertInteger } from './arguments/assert-integer.ts'
export { givenItems } from './arguments/given-items.ts'
export { mustBe } from './arguments/must-be.ts'
export {
  type AssetRecord,
  type AssetStatus,
  blobKeysOf,
  type FailedVariant,
  seqOf,
} from './assets/asset.ts'
export {
  applyChanges,
  assertContent,
  bytesOf,
  canChange,
  type RecordChanges,
  withoutVariants,
  withVariants,
} from './assets/asset-changes.ts'
export {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  assetOfCells,
  CHANGED_ENTRIES,
  CONTENT_ENTRIES,
  cellOf,
  columnDefinitions,
  DERIVED_ENTRIES,
  type DerivedField,
  FACT_ENTRIES,
  FIELD_ENTRIES,
  type FieldKind,
  jsonOfList,
  parameterOf,
} from './assets/asset-fields.ts'
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
} from './assets/asset-records.ts'
export {
  type AssetScope,
  creatorPart,
  isInScope,
  requireScope,
} from './assets/asset-scope.ts'
export { distinctIds } from './assets/distinct-ids.ts'
export { isExternalId, MAX_EXTERNAL_ID, requireExternalId } from './assets/external-id.ts'
export { type FieldPlan, type PlacedAsset, planField } from './assets/field-plan.ts'
export { inOrderOf } from './assets/in-order-of.ts'
export type {
  IdempotencyRecord,
  Inserted,
  InsertRequest,
  NewAsset,
} from './assets/insert-request.ts'
export type { PresignedFileOptions } from './assets/read-options.ts'
export { isAsExpected, isRevision, revisionOf } from './assets/revision.ts'
export { type TimedAsset, timedAsset } from './assets/timed-asset.ts'
export type { Updated, UpdateRequest } from './assets/update-request.ts'
export { raceAbort } from './async/abortable.ts'
export { allSettledOrThrow } from './async/all-settled.ts'
export { Batches } from './async/batches.ts'
export { FairQueue, MAX_WAITING } from './async/fair-queue.ts'
export { inParallel } from './async/in-parallel.ts'
export { inSlices } from './async/in-slices.ts'
export { LinkedAbort } from './async/linked-abort.ts'
export { Semaphore, type SemaphoreOptions } from './async/semaphore.ts'
export { type TurnTaker, turnOf } from './async/turn.ts'
export { STORE_EVENT_TYPES } from './audit/audit-details.ts'
export type { AuditDetail, AuditEntry, AuditNote } from './audit/audit-entry.ts'
export type { AuditQuery, AuditRecords } from './audit/audit-records.ts'
export type { BlobLedger } from './blobs/blob-ledger.ts'
export {
  ATTACHED,
  type BlobState,
  CLAIMED,
  DELETED_FIRST,
  decodeBlobState,
  encodeBlobState,
  LAST_DELETION,
  RESERVED,
} from './blobs/blob-state.ts'
export { asksForBytes } from './blobs/byte-range.ts'
export { deleteBlob } from './blobs/delete-blob.ts'
export { piecesToMerge, sizeOfPieces, windowsOf } from './blobs/piece-rules.ts'
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
} from './duplicates/insert-content.ts'
export { isOnDuplicate, ON_DUPLICATE } from './duplicates/on-duplicate.ts'
export { duplicateFile, externalIdTaken } from './errors/content-errors.ts'
export { erasureInProgress, migrationInProgress, tenantErased } from './errors/erasure-errors.ts'
export { errorMessage, errorName, firstFailure } from './errors/error-facts.ts'
export { cursorExpired } from './errors/feed-errors.ts'
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
  madeBeforeRelease,
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
export { changedMeanwhile, tooManyTags } from './errors/own-data-errors.ts'
export { tooManyAttachments } from './errors/owner-errors.ts'
export {
  checksumMismatch,
  lengthMismatch,
  offsetMismatch,
  tooManyUploads,
  uploadExpired,
  uploadFinished,
  uploadLocked,
  uploadNotFound,
} from './errors/upload-errors.ts'
export { scanPending, versionNotFound } from './errors/version-errors.ts'
export { deliveryNotFound, tooManyWebhooks, webhookNotFound } from './errors/webhook-errors.ts'
export type { MigrationProgress } from './events/migration-progress.ts'
export { createMigrationWarning } from './events/migration-warning.ts'
export type { RecordBy, Recorded } from './events/recorded.ts'
export type { StoreEventType } from './events/store-events.ts'
export { type EventCells, eventOfCells } from './feed/event-cells.ts'
export { keptEventData } from './feed/event-data.ts'
export { eventIdTail, lowestEventId } from './feed/event-id.ts'
export type { EventNote } from './feed/event-note.ts'
export {
  type EventQuery,
  type EventRecords,
  type EventsRead,
  eventLooks,
  type FeedOf,
  type FeedPosition,
  NOTHING_PRUNED,
  type PrunedEvents,
  type PruneEventsRequest,
  PURGED_EVENTS,
} from './feed/event-records.ts'
export type { EventRecord } from './feed/feed-event.ts'
export { placeNew } from './filesystem/io/place-new.ts'
export {
  isOutsideDirectory,
  isWithin,
  type PathWithin,
  withinDirectory,
} from './filesystem/io/within-directory.ts'
export {
  ASSET_FILTERS,
  ASSET_STATUSES,
  ASSET_TYPES,
  type CheckedFilter,
  type CheckedForm,
  type ColumnMember,
  FILTER_MEMBERS,
  type TermMember,
} from './filters/asset-filters.ts'
export { requireFilter } from './filters/checked-filter.ts'
export type { FindableAsset } from './filters/filter-entry.ts'
export type { FilterShape } from './filters/filter-kinds.ts'
export { type ApiFilterName, apiFilterNames } from './filters/filter-names.ts'
export type { FilterText } from './filters/filter-text.ts'
export {
  MAX_FILTER_MEMBERS,
  MAX_FILTER_TEXT,
  MAX_FILTER_VALUES,
} from './filters/filter-values.ts'
export { matchesFilter } from './filters/matches-filter.ts'
export type { TermClause, TermMatch } from './filters/term-clause.ts'
export { termClauses } from './filters/term-clauses.ts'
export {
  comparePositions,
  DEFAULT_SORT,
  type Direction,
  directionOf,
  positionOf,
  type SortPosition,
  type SortValue,
} from './finding/asset-order.ts'
export { isFoundAnew, type TermSource, termsOf, wordsOf } from './finding/asset-terms.ts'
export { NO_VALUE } from './finding/no-value.ts'
export { type PlainList, plainList } from './finding/plain-list.ts'
export {
  FOLDER_STEP,
  type Folder,
  type FolderRecord,
  type FolderUsage,
  MAX_FOLDER_DEPTH,
} from './folders/folder.ts'
export type {
  DeletedFolders,
  FolderChangeRequest,
  FolderList,
  FolderQuery,
  FolderRecords,
  FolderRequest,
  NewFolder,
  UpdatedFolder,
} from './folders/folder-records.ts'
export {
  type LowerFolder,
  type LowestFolders,
  lowestFolders,
} from './folders/lowest-folders.ts'
export {
  type ClaimedJob,
  type Enqueueing,
  JOB_KIND,
  type Job,
  type JobHold,
  type JobState,
  MAX_JOB_ATTEMPTS,
  MAX_JOB_DELAY,
  MAX_JOB_ERROR,
  MAX_JOB_KEY,
  MAX_JOB_PAYLOAD,
  MAX_JOBS,
  type NewJob,
  OWN_JOB_KINDS,
  type StoredJob,
} from './jobs/job.ts'
export {
  claimedJobOfCells,
  JOB_DEAD,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  type JobCells,
  jobOfCells,
  jobStateCell,
  NO_TENANT,
  storedJobOfCells,
} from './jobs/job-cells.ts'
export {
  afterFailure,
  DUE_LINES,
  type DueTimes,
  keepsTime,
  MAX_DUE,
  MAX_DUE_OF_LINE,
  MAX_ENDED,
  MAX_LOOKED_AT,
  mergedKinds,
  NOTHING_CLAIMED,
  PROCESS_ENDED,
  untilDue,
} from './jobs/job-changes.ts'
export { requireNewJob } from './jobs/job-options.ts'
export type {
  Claimed,
  ClaimRequest,
  EnqueueRequest,
  HeldIds,
  JobFailure,
  JobIds,
  JobNext,
  JobPage,
  JobQuery,
  JobRecords,
  RetriedJobs,
} from './jobs/job-records.ts'
export { type ApiKeyRecord, DEFAULT_PERMISSIONS, PERMISSIONS } from './keys/api-key.ts'
export type {
  ApiKeyRecords,
  FoundKey,
  KeyConditions,
  KeyList,
  KeyQuery,
} from './keys/api-key-records.ts'
export { MAX_KEY_NAME } from './keys/key-options.ts'
export { requirePrincipal } from './keys/require-principal.ts'
export type { LeaseRecords } from './leases/lease-records.ts'
export { createLeases, type HeldLease, type Leases, type LeasesOptions } from './leases/leases.ts'
export { LOCATION_MODES } from './location/location-mode.ts'
export { PUBLIC_COPY } from './location/public-copies.ts'
export { WHOLE_STORE_JOBS } from './maintenance/background/upkeep.ts'
export type { BackupProgress } from './maintenance/backup/backup-report.ts'
export {
  lastIsTrusted,
  nextSweepRecord,
  pendingEnd,
  pendingExpiry,
  retentionEnd,
  type SweepRecord,
  type TrustedSweeps,
  trashTime,
  versionExpiry,
} from './maintenance/sweep-record.ts'
export type { SweepRecords } from './maintenance/sweep-records.ts'
export {
  checkBlob,
  type ExpectedFile,
  fileOfVersion,
  filesOf,
} from './maintenance/verify/check-blob.ts'
export type {
  BlobFault,
  FileOfRecord,
  FileProblem,
  Problem,
  RepairAct,
} from './maintenance/verify/problem.ts'
export type { VerifyProgress } from './maintenance/verify/verify-report.ts'
export {
  assetsToChange,
  type FoundAssets,
  type NamedAssets,
} from './matching/assets-to-change.ts'
export { MAX_MATCHES } from './matching/matching.ts'
export { createMemoryStaging } from './memory/staging.ts'
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
  numberBetween,
  oneOf,
  path,
  stringThat,
  text,
} from './options/checks.ts'
export { DEFAULT_PER_PAGE, MAX_PER_PAGE } from './options/limits.ts'
export { pickOptions } from './options/pick-options.ts'
export { similarName } from './options/similar-name.ts'
export { withDefaults } from './options/with-defaults.ts'
export { NO_OWN_DATA, OWN_NAMES, ownDataIn } from './own-data/own-data.ts'
export { OWN_DATA_LIMITS, type OwnDataLimit } from './own-data/own-data-check.ts'
export {
  jsonOfOwnData,
  type KeptOwnData,
  keptOwnData,
  ownDataOf,
} from './own-data/own-data-column.ts'
export { assertTagsFit, assetTagger, taggedAssets } from './own-data/tagged-assets.ts'
export { MAX_TAGS, requireTags } from './own-data/tags.ts'
export { assetsToAttach } from './owners/assets-to-attach.ts'
export {
  type Attachment,
  type AttachmentRecord,
  MAX_PER_FIELD,
  MAX_PER_OWNER,
  type Owner,
  type OwnerField,
  type UnownedFate,
} from './owners/owner.ts'
export { requireFate, requireOwner, requireOwnerField } from './owners/owner-options.ts'
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
} from './owners/owner-records.ts'
export { assertRoom } from './owners/owner-room.ts'
export { memberNames } from './pictures/picture-set.ts'
export type { StoreClaim } from './ports/metadata-store.ts'
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
export type { DoneWrite } from './ports/write-events.ts'
export { type EnqueuedByWrite, jobsOfWrite } from './ports/write-jobs.ts'
export { auditNotesOf, eventNotesOf, purgedBy } from './ports/write-notes.ts'
export {
  MAX_UPLOAD_NOTE,
  type StoredUpload,
  type UploadRecord,
  type UploadTerms,
} from './resumable/resumable-upload.ts'
export {
  cellsOfUpload,
  UPLOAD_COLUMNS,
  type UploadCells,
  uploadOfCells,
} from './resumable/upload-cells.ts'
export {
  type AdvancedUpload,
  advancedUpload,
  assertFinishing,
  endedUpload,
  finishedUpload,
  heldUpload,
  isHeldAt,
  isJoinable,
  isUnfinished,
  newUploadRow,
  piecedUpload,
  settledUpload,
  takenOver,
  uploadRecord,
} from './resumable/upload-changes.ts'
export {
  assertOwnerShare,
  assertUploadFits,
  NO_UPLOADS,
  type TakenOfTicket,
  takenBy,
  takeOfTicket,
  type UploadCounts,
} from './resumable/upload-counts.ts'
export type {
  NewUpload,
  PiecedUpload,
  UploadAdvance,
  UploadEnd,
  UploadHold,
  UploadQuery,
  UploadRecords,
} from './resumable/upload-records.ts'
export { contentTag } from './signing/content-tag.ts'
export { openerOf } from './sqlite/driver/driver.ts'
export { findDriver } from './sqlite/driver/find-driver.ts'
export { openSqliteMetadata } from './sqlite/metadata/open-sqlite-metadata.ts'
export { chunksOfPath } from './staging/from-path.ts'
export { memoryFile } from './staging/memory-file.ts'
export {
  MEMORY_LIMIT,
  type StageUploadOptions,
  stagedUpload,
  stageUpload,
} from './staging/stage-upload.ts'
export type { StagedUpload } from './staging/staged-upload.ts'
export { createAssetStore, type PortOptions } from './store/opening/create-asset-store.ts'
export { readOnlyMetadata, readOnlyTransfer } from './store/opening/read-only.ts'
export { LOCATION_OPTIONS, partsOf, type StoreParts } from './store/opening/store-location.ts'
export { startWebhooks } from './store/views/start-webhooks.ts'
export type { ErasureEnd, ErasureRecords, ErasureStep } from './tenants/erasure-records.ts'
export { readTenant, type TenantReader } from './tenants/read-tenant.ts'
export { requireTenant } from './tenants/tenant-name.ts'
export { writeArchiveFile } from './tenants/write-archive-file.ts'
export { requireTypedName, sanitizeFileName, slashIn } from './text/file-name.ts'
export { type DispositionName, fileNameOf } from './text/file-name-of.ts'
export { foldCase } from './text/fold.ts'
export { compareKeys, nameKey } from './text/name-key.ts'
export { nfc } from './text/normal-forms.ts'
export { type Parameterized, parseParameterized, withoutParameter } from './text/parameterized.ts'
export { siblingKey } from './text/sibling-key.ts'
export { chargeTicket } from './tickets/ticket-charge.ts'
export { TICKET_RETENTION } from './tickets/ticket-memory.ts'
export type { FoundTicket, NewUploadTicket, TicketRecords } from './tickets/ticket-records.ts'
export type { UploadTicketRecord } from './tickets/upload-ticket.ts'
export { microsOfText, requireTime } from './time/given-time.ts'
export {
  HOLD_PREFIX,
  MAX_LEASE,
  MOVES_FILES,
  requireLeaseDuration,
} from './time/lease-time.ts'
export { newUuid } from './time/new-uuid.ts'
export {
  addMillis,
  formatTimestamp,
  formatTimestampOrNull,
  parseTimestamp,
  parseTimestampOrNull,
  systemClock,
  wallClock,
} from './time/timestamp.ts'
export {
  addTiming,
  beginTrace,
  endTrace,
  isTracing,
  startTrace,
} from './tracing/trace.ts'
export { viewWithin } from './tracing/view-within.ts'
export { MAX_PENDING_HOURS } from './upload/pending-option.ts'
export { ALLOW_PATTERN, MISNOMERS } from './upload/policy/allow-patterns.ts'
export {
  counterKeysOf,
  folderPart,
  type PartMember,
  typePart,
  VERSIONS,
  WHOLE_TENANT,
} from './usage/asset-parts.ts'
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
} from './usage/count-changes.ts'
export { limitsOf, type Quota, type QuotaLimits, quotaRefusal } from './usage/quota.ts'
export { variantOf } from './variants/variant-of.ts'
export { VARIANT_LIMIT } from './variants/variant-processor.ts'
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
} from './versions/asset-version.ts'
export type { ContentChange, Replaced, VersionRecords } from './versions/version-records.ts'
export {
  type DeliveryRecord,
  type DeliveryState,
  type SealedSecret,
  SLOW_FROM,
  type Webhook,
  type WebhookDelivery,
  type WebhookRecord,
  type WebhookState,
} from './webhooks/webhook.ts'
export {
  cellsOfDelivery,
  DELIVERY_STATES,
  type DeliveryCells,
  deliveryOfCells,
  type WebhookCells,
  webhookOfCells,
} from './webhooks/webhook-cells.ts'
export {
  changedDelivery,
  changedWebhook,
  isDeliveryFor,
  newDeliveryRecord,
  newWebhookRecord,
} from './webhooks/webhook-changes.ts'
export { fanOutJob } from './webhooks/webhook-jobs.ts'
export type {
  DeliveryChange,
  DeliveryQuery,
  FoundWebhook,
  LatePage,
  LateQuery,
  NewDelivery,
  NewWebhook,
  WaitingQuery,
  WebhookChange,
  WebhookChanges,
  WebhookRecords,
} from './webhooks/webhook-records.ts'
