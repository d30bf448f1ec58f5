import { runAgain } from '../async/run-again.ts'
import { type Turn, turnOf } from '../async/turn.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { PiecedFile, PieceStore } from '../blobs/piece-store.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import { uploadLocked } from '../errors/upload-errors.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { JobRunner } from '../jobs/job-runner.ts'
import type { StoreLimits } from '../options/limits.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { RunningCalls } from '../store/calls/running-calls.ts'
import type { UploadContext } from '../upload/upload-context.ts'
import { HashChains } from './hash-chains.ts'
import type { UploadRecord } from './resumable-upload.ts'
import { UploadHolds } from './upload-holds.ts'
import type { PiecedUpload } from './upload-records.ts'

/** What all views of a store share of their resumable uploads. */
export interface UploadWork {
  readonly holds: UploadHolds
  readonly chains: HashChains
  /** The uploads that this process makes assets of, by id. */
  readonly finishing: Map<string, Promise<void>>
  /** Whether this process does the jobs that finish uploads. */
  hasJob: boolean
}

/** What the rules of resumable uploads need of a store. */
export interface ResumableContext {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly limits: StoreLimits
  readonly collector: BlobCollector
  readonly events: EventHub
  /** What `upload` needs. */
  readonly uploads: UploadContext
  readonly resumable: UploadWork
  readonly calls: RunningCalls
  readonly jobCalls: RunningCalls
  readonly runner: JobRunner
  /** Aborts when the store closes. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

export function createUploadWork({
  metadata,
  onError,
}: Pick<ResumableContext, 'metadata' | 'onError'>): UploadWork {
  return {
    holds: new UploadHolds({ records: metadata.uploads, onError }),
    chains: new HashChains(),
    finishing: new Map(),
    hasJob: false,
  }
}

/** Where the bytes of uploads go; `invalid_argument` when the blob store cannot keep them. */
export function requirePieces({ blobs }: Pick<ResumableContext, 'blobs'>): PieceStore {
  if (blobs.pieces !== undefined) return blobs.pieces
  throw invalidArgument(
    'blobs',
    'This blob store cannot keep pieces of files, so there are no resumable uploads. Upload whole files.',
  )
}

/** The file of an upload. */
export function fileOf({ upload, pieces }: PiecedUpload): PiecedFile {
  const { storage, blobKey } = upload
  return { storage, blobKey, pieces }
}

/** Work on an upload waits in the turn of its uploader. */
export function uploadTurn(
  { uploads }: ResumableContext,
  { tenant, createdBy }: UploadRecord,
): Turn {
  return turnOf({ tenant, caller: uploads.caller, scope: { createdBy } })
}

/** Ends an upload for good under this hold, and deletes its bytes. `upload_locked` when the hold is lost. */
export async function refuseUpload(
  core: ResumableContext,
  { tenant, id, fence }: Pick<UploadRecord, 'tenant' | 'id' | 'fence'>,
  { code, message, context }: StowageError,
): Promise<void> {
  const refusal = { code, message, context }
  const end = { tenant, id, as: { state: 'refused', fence, refusal } } as const
  const ended = await core.metadata.uploads.end(end)
  if (ended === null) throw uploadLocked()
  await clearUpload(core, ended)
}

/**
 * Deletes what is left of an upload that has ended, then records that. Never rejects: a sweep deletes what is left.
 * Resolves to whether all is gone.
 */
export async function clearUpload(core: ResumableContext, ended: PiecedUpload): Promise<boolean> {
  const { id, blobKey, isCleared } = ended.upload
  core.resumable.chains.forget(id)
  try {
    if (!isCleared) {
      // The key of a stored asset cannot be claimed. Also an upload that gave an existing asset leaves its blob.
      if (blobKey !== null) await core.collector.rollback([blobKey])
      await discardPieces(core, ended)
    }
    await runAgain(() => core.metadata.uploads.settle({ ids: [id] }))
    return true
  } catch (error) {
    core.onError(error)
    return false
  }
}

async function discardPieces(core: ResumableContext, ended: PiecedUpload): Promise<void> {
  try {
    await requirePieces(core).discard(fileOf(ended))
  } catch (error) {
    // Begun in another blob store, before this one took its place. That one's sweep deletes the bytes.
    if (!isStowageError(error, 'invalid_argument')) throw error
  }
}
