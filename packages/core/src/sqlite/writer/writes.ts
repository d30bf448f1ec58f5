// Every write that the writer knows, by the verb of the port. Plain data in, plain data out.
export { setFavourite } from '../assets/asset-favourites.ts'
export { move } from '../assets/asset-folders.ts'
export { keep } from '../assets/asset-pending.ts'
export { tag } from '../assets/asset-tags.ts'
export { addVariants, insert, removeVariants, setTrashed, update } from '../assets/asset-writes.ts'
export { deleteFolder } from '../assets/folder-deletion.ts'
export { purge } from '../assets/purge-writes.ts'
export { replaceContent, restoreVersion } from '../assets/replace-content.ts'
export { pruneAudit } from '../audit/audit-writes.ts'
export { claim, recordDeletions, reserve } from '../blobs/blob-keys.ts'
export { beginErasure, endErasure, eraseStep } from '../erasure/erasure-writes.ts'
export { createFolder, updateFolder } from '../folders/folder-writes.ts'
export { createKey, updateKey } from '../keys/key-writes.ts'
export { createTicket, revokeTicket } from '../keys/ticket-writes.ts'
export { acquireLease, releaseLease } from '../leases/lease-writes.ts'
export { pruneExpired } from '../leases/prune-writes.ts'
export { recordSweep } from '../leases/sweep-writes.ts'
export { detachAll } from '../owners/owner-deletion.ts'
export { attach, detach, setAttached } from '../owners/owner-writes.ts'
export {
  forgetChanges,
  handOver,
  pauseWrites,
  recordChanges,
  resumeWrites,
  stopRecording,
} from '../transfer/transfer-source.ts'
export { receive } from '../transfer/transfer-target.ts'
export { pruneVersions } from '../versions/forget-versions.ts'
