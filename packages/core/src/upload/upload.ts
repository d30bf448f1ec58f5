import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Asset } from '../assets/asset.ts'
import type { Inserted } from '../assets/insert-request.ts'
import { raceAbort } from '../async/abortable.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { createVariantWait } from '../variants/variant-wait.ts'
import { assertAllCame } from './announced-bytes.ts'
import { commitUpload, onDuplicateOf } from './commit-upload.ts'
import { replayedAssets } from './idempotency.ts'
import { type PendingFile, pendingBlobKeys } from './pending-file.ts'
import { uploadAllowance } from './policy/upload-allowance.ts'
import { quotaOf } from './policy/upload-policy.ts'
import { receiveFile, type UploadBounds } from './receive-file.ts'
import { allRefusals, atIndex, isContentRefusal } from './refusals.ts'
import { tracedUpload } from './traced-upload.ts'
import type { UploadContext, UploadInTurn, UploadRequest } from './upload-context.ts'
import { assertFolder } from './upload-folder.ts'
import { discardInput, inputsOf } from './upload-inputs.ts'
import type { Uploaded } from './uploaded.ts'

/** Files of one upload whose blobs are put at once. More would only let other uploads wait for the disk. */
const MAX_PENDING = 8

/** The only way in: every file of every entry point goes through here. Stores all files or none. */
export function upload(store: UploadContext, request: UploadRequest): Promise<readonly Uploaded[]> {
  const kind = request.imported === undefined ? 'upload' : 'import'
  const work = (context: UploadInTurn) => storeFiles(context, request)
  return tracedUpload(store, request, kind, work, (files) => files.map(({ asset }) => asset))
}

async function storeFiles(
  context: UploadInTurn,
  request: UploadRequest,
): Promise<readonly Uploaded[]> {
  const { tenant, files, ticket, idempotencyKey, announced, signal } = request
  // A repetition or duplicate succeeds although the quota or the ticket is used up: `insert` decides.
  const isRepeatable = idempotencyKey !== undefined || onDuplicateOf(context, request) === 'return'
  const allowance = uploadAllowance(context.limits, {
    ticket,
    isRepeatable,
    reservedBytes: announced.reserved,
  })
  const share = context.quotaShares({ tenant, isRepeatable, signal })
  const variantWait = createVariantWait(context.variantWait)
  const pending: PendingFile[] = []
  try {
    if (knownFiles(files) > allowance.files) throw allowance.refuseFile()
    await share?.expect({ bytes: announced.reserved, files: knownFiles(files) })
    await assertFolder(context, request, request.folderId)
    await receiveFiles(context, request, { share, allowance, variantWait }, pending)
    assertAllCame(announced, pending)
    await Promise.all(pending.map(({ put }) => put))
    signal.throwIfAborted()
    const quota = await quotaOf(context.policy, tenant, signal)
    share?.release()
    const inserted = await commitUpload(context, request, quota, pending)
    if (inserted.replayOf === null) {
      const { uploaded, unused } = uploadedFiles(inserted, pending)
      // The records are stored: cleaning up the other files must not fail the upload.
      if (unused.length > 0) await context.collector.rollback(pendingBlobKeys(unused))
      return uploaded
    }
    const replayed = await replayedAssets(context.metadata, inserted.replayOf, request)
    await context.collector.rollback(pendingBlobKeys(pending))
    return replayed.map((asset) => ({ asset, isNew: false, isDuplicate: false, issues: [] }))
  } catch (error) {
    await Promise.allSettled(pending.map(({ put }) => put))
    await context.collector.rollback(pendingBlobKeys(pending), error)
    throw error
  } finally {
    share?.release()
    await Promise.all(pending.map(({ discard }) => discard()))
  }
}

/** The result of each file, and the files that were not stored because they existed already. */
function uploadedFiles(
  { assets, duplicateOf }: Inserted,
  pending: readonly PendingFile[],
): { readonly uploaded: readonly Uploaded[]; readonly unused: readonly PendingFile[] } {
  const unused: PendingFile[] = []
  const stored = assets.values()
  const uploaded = pending.map((file, index): Uploaded => {
    const there = duplicateOf?.[index] ?? null
    if (there !== null) {
      unused.push(file)
      return { asset: there, isNew: false, isDuplicate: true, issues: [] }
    }
    const asset = stored.next().value as Asset
    return { asset, isNew: true, isDuplicate: false, issues: file.issues }
  })
  return { uploaded, unused }
}

/** The least number of files that will arrive. */
function knownFiles(files: UploadRequest['files']): number {
  return Array.isArray(files) ? files.length : 1
}

/** Adds each file to `pending` as it arrives. Collects the content refusals of all files, then throws them. */
async function receiveFiles(
  context: UploadInTurn,
  request: UploadRequest,
  bounds: UploadBounds,
  pending: PendingFile[],
): Promise<void> {
  const { files, signal } = request
  const refusals: StowageError[] = []
  let index = 0
  for await (const input of inputsOf(files, signal)) {
    if (index === bounds.allowance.files) {
      discardInput(input)
      throw bounds.allowance.refuseFile()
    }
    try {
      await bounds.share?.expect({ bytes: 0, files: index + 1 })
      pending.push(await receiveFile(context, input, request, bounds))
    } catch (error) {
      discardInput(input)
      const refusal = atIndex(error, index)
      if (!isContentRefusal(refusal)) throw refusal
      refusals.push(refusal)
    }
    index += 1
    // Receiving files that cannot be stored is pointless.
    if (pending.some(({ hasFailed }) => hasFailed())) break
    // Files that arrive together would be analysed in one turn of the event loop. This lets other work in.
    if (index > 1) await nextTurn()
    const before = pending.at(-MAX_PENDING)
    if (before !== undefined) await raceAbort(Promise.allSettled([before.put]), signal)
  }
  if (index === 0) throw new StowageError('file_missing', 'The upload holds no file.')
  if (refusals.length > 0) throw allRefusals(refusals)
}
