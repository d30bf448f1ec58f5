import { isStowageError } from '../errors/stowage-error.ts'
import { lengthMismatch } from '../errors/upload-errors.ts'
import { quotaOf } from '../upload/policy/upload-policy.ts'
import { directOf } from './direct-uploads.ts'
import { finishJob } from './finish-job.ts'
import { finishOnce } from './finish-upload.ts'
import type { UploadRecord } from './resumable-upload.ts'
import { type HeldUpload, UPLOAD_LEASE } from './upload-holds.ts'
import { fileOf, type ResumableContext, refuseUpload } from './upload-work.ts'

/**
 * Takes the parts that the blob store has as the bytes of a direct upload, and begins to finish it. Does nothing once it
 * has all its bytes. `length_mismatch` when parts are missing.
 */
export async function completeParts(
  core: ResumableContext,
  record: UploadRecord,
  signal: AbortSignal,
): Promise<void> {
  const { tenant, id } = record
  directOf(core, record)
  if (record.state !== 'receiving' || record.size === 0) return
  const { holds } = core.resumable
  const held = await holds.take({ tenant, id }, signal).catch(async (error) => {
    if (!isStowageError(error, 'upload_locked', 'upload_not_found')) throw error
    // Another request may have been first, and finishes it or has done so.
    const found = await core.metadata.uploads.get({ tenant, id })
    if (found?.state === 'receiving') throw error
    return null
  })
  if (held === null) return
  let isOurs = true
  try {
    if (held.upload.state === 'receiving') await takeParts(core, held, signal)
    isOurs = false
    void finishOnce(core, { tenant, id }, held)
  } catch (error) {
    // Nobody else removes parts of an upload that goes on.
    if (isStowageError(error, 'blob_not_found')) await refuseUpload(core, held.upload, error)
    throw error
  } finally {
    if (isOurs) await holds.release(held)
  }
}

async function takeParts(
  core: ResumableContext,
  held: HeldUpload,
  signal: AbortSignal,
): Promise<void> {
  const { upload } = held
  const { tenant, id, fence, size } = upload
  const parts = await directOf(core, upload).listParts(fileOf(held), { signal })
  const stored = parts.reduce((sum, part) => sum + part.size, 0)
  // Each has the size of its place, so together they are whole.
  if (size === null || stored !== size) throw lengthMismatch(size ?? stored)
  const pieces = parts.map((part) => ({ start: part.start, size: part.size, ref: part.ref }))
  held.upload = await core.metadata.uploads.advance({
    tenant,
    id,
    fence,
    to: size,
    pieces,
    lease: UPLOAD_LEASE,
    quota: await quotaOf(core.uploads.policy, tenant, signal),
    isFull: true,
    jobs: [finishJob(upload)],
  })
  held.pieces = pieces
}
