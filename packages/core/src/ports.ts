export { blobKeysOf, failedVariantsOf } from './asset/asset.ts'
export { blobExists, blobNotFound } from './blobs/blob-errors.ts'
export { isBlobKey, newBlobKey, requireBlobKey } from './blobs/blob-key.ts'
export { byteWindow, SMALL_WINDOW } from './blobs/byte-window.ts'
export { invalidArgument } from './errors/invalid-argument.ts'
export { requirePrincipal } from './keys/require-principal.ts'
export {
  applyChanges,
  bytesOf,
  canChange,
  changeTime,
  type RecordChanges,
  withoutVariants,
  withVariants,
} from './ports/asset-changes.ts'
export {
  blobStateOf,
  CLAIMED,
  DELETED_ONCE,
  LAST_DELETION,
  numberOfBlobState,
  OF_A_RECORD,
  RESERVED,
} from './ports/blob-state.ts'
export { isInForce, latestLeaseEnd, requireLeaseDuration } from './ports/lease-time.ts'
export {
  alreadyExists,
  assetNotFound,
  databaseFrozen,
  keyNotFound,
  keyRevoked,
  notRecorded,
  purgeRefusal,
  quotaExceeded,
  reservationLost,
  storeClosed,
  transferRefused,
  uploadMismatch,
  uploadRepeated,
} from './ports/metadata-errors.ts'
export {
  lastIsTrusted,
  nextSweepRecord,
  retentionEnd,
  type SweepRecord,
  TRUSTED_AFTER,
  trashTime,
} from './ports/sweep-record.ts'
export { readOnlyMetadata } from './store/read-only.ts'
