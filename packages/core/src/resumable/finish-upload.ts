import type { ErrorCode } from '../errors/error-contexts.ts'
import { ticketRevoked } from '../errors/metadata-errors.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { uploadNotFound } from '../errors/upload-errors.ts'
import { withoutSecret } from '../keys/without-secret.ts'
import { StagedSource } from '../staging/staged-source.ts'
import type { UploadTicket } from '../tickets/upload-ticket.ts'
import { upload } from '../upload/upload.ts'
import type { UploadRequest } from '../upload/upload-context.ts'
import type { UploadInput } from '../upload/upload-options.ts'
import { appendBytes } from './append-bytes.ts'
import { FINISH_JOB } from './finish-job.ts'
import { bytesOfPartials } from './partial-bytes.ts'
import type { UploadRecord } from './resumable-upload.ts'
import type { HeldUpload } from './upload-holds.ts'
import {
  clearUpload,
  fileOf,
  type ResumableContext,
  refuseUpload,
  requirePieces,
  uploadTurn,
} from './upload-work.ts'

/** What refuses an upload for good: trying again would change nothing. Anything else leaves it as it is. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'file_too_large',
  'type_not_allowed',
  'digest_mismatch',
  'file_rejected',
  'location_not_removable',
  'duplicate',
  'external_id_taken',
  'quota_exceeded',
  'key_revoked',
  'ticket_revoked',
  'ticket_exhausted',
  'folder_not_found',
  'upload_not_found',
  'invalid_argument',
  'blob_not_found',
])

/** The error that refused the upload. */
export function refusalOf({ refusal }: UploadRecord): StowageError {
  if (refusal === null) return uploadNotFound()
  return new StowageError(refusal.code, refusal.message, { context: refusal.context })
}

/**
 * Makes an asset of an upload that has all its bytes, once for all who ask in this process. `held`: the hold under which
 * the last of them came. Rejects with what refused it, which is then recorded, or with a passing failure.
 */
export function finishOnce(
  core: ResumableContext,
  of: Pick<UploadRecord, 'tenant' | 'id'>,
  held?: HeldUpload,
): Promise<void> {
  const { finishing } = core.resumable
  const running = finishing.get(of.id)
  if (running !== undefined) return running
  const work = core.calls
    .count(() => core.calls.untilClosed(undefined, (signal) => finishHeld(core, of, held, signal)))
    .finally(() => finishing.delete(of.id))
  finishing.set(of.id, work)
  // Those who wait for it may have left.
  work.catch(() => {})
  return work
}

async function finishHeld(
  core: ResumableContext,
  of: Pick<UploadRecord, 'tenant' | 'id'>,
  given: HeldUpload | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { holds } = core.resumable
  const held = given ?? (await holds.take(of, signal))
  held.isFinishing = true
  try {
    await finish(core, held, signal)
  } catch (error) {
    if (!isStowageError(error) || !REFUSALS.has(error.code)) throw error
    await refuseUpload(core, held.upload, error)
    throw error
  } finally {
    await holds.release(held)
  }
}

async function finish(
  core: ResumableContext,
  held: HeldUpload,
  signal: AbortSignal,
): Promise<void> {
  if (held.upload.state === 'receiving') await fill(core, held, signal)
  const record = held.upload
  if (record.state !== 'finishing') return
  const { id, fence, tenant, size } = record
  const bytes = size ?? record.offset
  const sha256 = core.resumable.chains.at(id, bytes)?.digest('hex') ?? null
  const turn = uploadTurn(core, record)
  const staged = await requirePieces(core).join(fileOf(held), {
    fence,
    size: bytes,
    sha256,
    turn,
    signal,
  })
  const { terms, name } = record
  const input: UploadInput = {
    source: new StagedSource(staged),
    name,
    ...(terms.sha256 !== null && { sha256: terms.sha256 }),
    ...(terms.externalId !== null && { externalId: terms.externalId }),
  }
  const request = await requestOf(core, record, input, signal)
  for (const { asset, issues } of await upload(core.uploads, request)) {
    if (issues.length > 0) core.events.emit('analysis', { asset, issues })
  }
  const ended = await core.metadata.uploads.pieces({ tenant, id })
  if (ended !== null) await clearUpload(core, ended)
}

/** A final upload gets the bytes of its partial ones. An empty file is full when it is made. */
async function fill(core: ResumableContext, held: HeldUpload, signal: AbortSignal): Promise<void> {
  const { kind, offset, size } = held.upload
  if (kind === 'partial' || (kind === 'whole' && offset !== size)) return
  const source = kind === 'final' ? bytesOfPartials(core, held.upload, signal) : new Uint8Array()
  await appendBytes(core, held, {
    source,
    size: undefined,
    isLast: true,
    digest: undefined,
    sha256: undefined,
    onProgress: undefined,
    signal,
  })
}

async function requestOf(
  core: ResumableContext,
  record: UploadRecord,
  input: UploadInput,
  signal: AbortSignal,
): Promise<UploadRequest> {
  const { id, fence, tenant, createdBy, terms, size } = record
  const { principal } = terms
  return {
    tenant,
    scope: terms.isScoped ? { createdBy } : null,
    files: [input],
    principal: principal === null ? undefined : { ...principal, tenant, permissions: [] },
    ticket: await ticketOf(core, record),
    idempotencyKey: undefined,
    folderId: terms.folderId,
    pendingHours: terms.pendingHours,
    onDuplicate: terms.onDuplicate ?? undefined,
    duplicatesOf: terms.duplicatesOf,
    own: terms.own,
    announced: { expected: size ?? 0, reserved: size ?? 0 },
    upload: { id, fence },
    signal,
  }
}

/** The ticket of the upload, of which the upload has taken already what it needs. */
async function ticketOf(
  { metadata }: ResumableContext,
  { ticketId, size }: UploadRecord,
): Promise<UploadTicket | undefined> {
  if (ticketId === null) return undefined
  const found = await metadata.tickets.get(ticketId)
  if (found === null) throw ticketRevoked()
  return { ...withoutSecret(found.ticket), filesLeft: 1, bytesLeft: Math.max(size ?? 0, 1) }
}

/** Makes this process do the jobs that finish uploads, from its first use of one on. */
export function defineFinishJob(core: ResumableContext): void {
  const { resumable, runner, jobCalls } = core
  if (resumable.hasJob || !runner.works) return
  resumable.hasJob = true
  const inJob: ResumableContext = Object.assign({}, core, { calls: jobCalls })
  runner.define(
    FINISH_JOB,
    async ({ payload }) => {
      const of = payload as Pick<UploadRecord, 'tenant' | 'id'>
      const record = await core.metadata.uploads.get(of)
      if (record?.state !== 'finishing') return
      await finishOnce(inJob, of).catch((error) => {
        // It is recorded, or another process has finished it.
        if (!isStowageError(error) || !REFUSALS.has(error.code)) throw error
      })
    },
    { concurrency: 2, timeoutMs: null },
  )
}
