import { runAgain } from '../async/run-again.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { defineFinishJob, finishOnce } from './finish-upload.ts'
import type { UploadRecord } from './resumable-upload.ts'
import { sweepPieces } from './sweep-pieces.ts'
import { isUnfinished } from './upload-changes.ts'
import { clearUpload, type ResumableContext } from './upload-work.ts'

const BATCH = 100

/**
 * The part of a sweep for resumable uploads: ends those whose time is over, finishes what its requests have not, deletes
 * the bytes of ended ones, and forgets these after a day. Resolves to how many it ended.
 */
export async function sweepUploads(core: ResumableContext): Promise<number> {
  const { blobs, closing, metadata } = core
  if (blobs.pieces === undefined) return 0
  let ended = 0
  for (;;) {
    closing.throwIfAborted()
    const due = await metadata.uploads.listDue({ limit: BATCH })
    // Jobs of uploads that another process began may be left.
    if (due.length > 0) defineFinishJob(core)
    let settled = 0
    for (const upload of due) {
      closing.throwIfAborted()
      const isExpired = await expire(core, upload)
      if (isExpired) ended += 1
      if (isExpired || (await settle(core, upload))) settled += 1
    }
    // Those that failed stay due, so that the same would come again.
    if (due.length < BATCH || settled === 0) break
  }
  await sweepPieces(core, { signal: closing })
  return ended
}

async function expire(core: ResumableContext, upload: UploadRecord): Promise<boolean> {
  if (!isUnfinished(upload)) return false
  const { tenant, id } = upload
  const end = { tenant, id, as: { state: 'expired' } } as const
  const ended = await runAgain(() => core.metadata.uploads.end(end))
  if (ended === null) return false
  await clearUpload(core, ended)
  return true
}

/** Resolves to whether it is no longer due. */
async function settle(core: ResumableContext, upload: UploadRecord): Promise<boolean> {
  const { tenant, id } = upload
  if (upload.state === 'receiving') return false
  if (upload.state === 'finishing') {
    try {
      await finishOnce(core, { tenant, id })
      return true
    } catch (error) {
      if (isStowageError(error, 'unavailable', 'closed')) throw error
      return false
    }
  }
  const ended = await core.metadata.uploads.pieces({ tenant, id })
  return ended === null || (await clearUpload(core, ended))
}

/** Deletes the bytes of all uploads of a tenant that is being erased, and their records. */
export async function eraseUploads(core: ResumableContext, tenant: string): Promise<void> {
  let before: string | null = null
  for (;;) {
    const page: readonly UploadRecord[] = await core.metadata.uploads.list({
      tenant,
      scope: null,
      before,
      limit: BATCH,
    })
    for (const { id } of page) {
      await core.metadata.uploads.end({ tenant, id, as: { state: 'removed' } })
      const ended = await core.metadata.uploads.pieces({ tenant, id })
      if (ended !== null) await clearUpload(core, ended)
    }
    if (page.length < BATCH) return
    before = page.at(-1)?.id ?? null
  }
}
