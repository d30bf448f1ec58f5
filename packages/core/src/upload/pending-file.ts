import type { AnalysisIssue } from '@stowage/analysis'
import { blobKeysOf } from '../assets/asset.ts'
import type { NewAsset } from '../assets/insert-request.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import { type FileToPut, type PutFilesContext, putFiles } from '../blobs/put-files.ts'
import type { OwnData } from '../own-data/own-data.ts'
import type { StagedFile } from '../staging/staging.ts'

/** One file of an upload that was staged, analysed and allowed. Its blobs are being put. */
export interface PendingFile {
  readonly record: NewAsset
  /** The own data of the upload, before the `describe` hook added to it. */
  readonly said: OwnData
  /**
   * The original, then its variants in the order of `record.variants`. Kept until the insert, which may need new blobs.
   */
  readonly files: readonly [original: FileToPut, ...variants: StagedFile[]]
  readonly issues: readonly AnalysisIssue[]
  /** Settles when no put is under way; rejects when one failed. */
  readonly put: Promise<void>
  /** Whether `put` has rejected already. */
  readonly hasFailed: () => boolean
  /** Removes the original from staging. Never rejects. */
  readonly discard: () => Promise<void>
}

/** The keys of all blobs that the upload put for these files. A blob that was there before belongs to who gave it. */
export function pendingBlobKeys(pending: readonly PendingFile[]): string[] {
  return pending.flatMap(({ record, files: [{ blobKey: given }] }) =>
    blobKeysOf(record).filter((key) => key !== given),
  )
}

/** The two members of a pending file that report the result of its puts. */
export function watchPuts(puts: readonly Promise<void>[]): Pick<PendingFile, 'put' | 'hasFailed'> {
  let failed = false
  const put = allSettledOrThrow(puts)
  put.catch(() => {
    failed = true
  })
  return { put, hasFailed: () => failed }
}

/** Puts the same files under new keys, after another process claimed the old ones. */
export async function putAgain(
  context: PutFilesContext,
  pending: PendingFile,
  signal: AbortSignal,
): Promise<PendingFile> {
  const { blobKeys, put } = await putFiles(context, pending.files, signal, { anew: true })
  const [blobKey, ...variantKeys] = blobKeys as [string, ...string[]]
  const variants = pending.record.variants.map((variant, index) =>
    Object.assign({}, variant, { blobKey: variantKeys[index] as string }),
  )
  const record = Object.assign({}, pending.record, { blobKey, variants })
  return Object.assign({}, pending, { record }, watchPuts([put]))
}
