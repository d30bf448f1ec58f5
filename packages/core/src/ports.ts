export { blobKeysOf, failedVariantsOf } from './asset/asset.ts'
export { blobExists, blobNotFound } from './blobs/blob-errors.ts'
export { isBlobKey, newBlobKey, requireBlobKey } from './blobs/blob-key.ts'
export { byteWindow, SMALL_WINDOW } from './blobs/byte-window.ts'
export { invalidArgument } from './errors/invalid-argument.ts'
export {
  applyChanges,
  bytesOf,
  canChange,
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
export {
  alreadyExists,
  assetNotFound,
  databaseFrozen,
  keyNotFound,
  keyRevoked,
  purgeRefusal,
  quotaExceeded,
  reservationLost,
  storeClosed,
  transferRefused,
  uploadMismatch,
  uploadRepeated,
} from './ports/metadata-errors.ts'
