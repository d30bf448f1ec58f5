/** About as many assets as a worker keeps on its shelf. */
const KEPT = 90
const CONTESTED_KEPT = 8
/** About as many folders as a worker keeps. */
const FOLDERS = 40

/** How often each verb comes up. */
const WEIGHTS = {
  upload: 14,
  large: 2,
  uploadInRequests: 4,
  many: 4,
  abort: 4,
  byKey: 3,
  byRevokedKey: 1,
  contestedUpload: 2,
  uploadUnlessThere: 4,
  uploadNamed: 3,
  importOnce: 4,
  copy: 4,
  replaceContent: 10,
  restoreVersion: 6,
  get: 6,
  list: 3,
  read: 8,
  variant: 8,
  update: 8,
  trash: 10,
  restore: 4,
  purge: 6,
  contest: 10,
  sweep: 1,
  createKey: 2,
  revokeKey: 1,
  createFolder: 6,
  updateFolder: 6,
  deleteFolder: 2,
  moveAssets: 8,
  markMatching: 4,
  trashMatching: 2,
  restoreMatching: 2,
  uploadPending: 6,
  attach: 10,
  detach: 3,
  detachAll: 5,
  keep: 2,
  restoreOwned: 3,
  enqueue: 6,
  enqueueKeyed: 5,
}

/** The weights at this moment: a worker that has much makes less and deletes more. */
export function weightsFor({ shelf, folders }) {
  const isFull = shelf.sizeOf('active') + shelf.sizeOf('trashed') > KEPT
  return {
    ...WEIGHTS,
    ...(isFull && { upload: 4, many: 1, copy: 1, purge: 20, restore: 1 }),
    ...(folders.length > FOLDERS && { createFolder: 2, deleteFolder: 8 }),
    ...(shelf.contestedSize >= CONTESTED_KEPT && { contestedUpload: 0 }),
  }
}
