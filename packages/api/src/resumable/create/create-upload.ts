import { isStowageError } from '@stowage/core'
import type { AppendedUpload, CreateUploadOptions, ResumableUpload } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'
import { isJsonRequest } from '../../http/headers/content-type.ts'
import { onDuplicateOf } from '../../http/headers/on-duplicate.ts'
import type { ApiRequest, ApiResponse } from '../../message/request.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { duplicateRights } from '../../uploads/duplicates.ts'
import { finalAnswer } from '../answers/final-answer.ts'
import { uploadHeaders } from '../answers/upload-headers.ts'
import { announcerOf } from '../append/announce.ts'
import { sendBytes } from '../append/send-bytes.ts'
import { explainUpload } from '../explain-upload.ts'
import { badHeader } from '../headers/bad-header.ts'
import { spokenProtocol, type UploadProtocol } from '../headers/protocol.ts'
import { assertSettled, unknownVersion, uploaderOf } from '../upload-access.ts'
import { type CreationPlan, planOf } from './plan.ts'

/** `POST /uploads` */
export async function createUpload(context: RequestContext): Promise<ApiResponse> {
  return createWith(context, creationProtocol(context.request))
}

/** Creates an upload, and takes what the request has of it. */
export async function createWith(
  context: RequestContext,
  protocol: UploadProtocol,
): Promise<ApiResponse> {
  let plan: CreationPlan
  let upload: ResumableUpload
  try {
    plan = planOf(protocol, context.request, context.store.view.limits.fileSize)
    upload = await context.store.uploads.create(creationOf(context, plan))
  } catch (error) {
    throw await explainUpload(context, unfinishedPartials(error), { protocol })
  }
  const announcer = announcerOf(context, protocol, upload)
  const isAnnounced = announcer.created()
  try {
    const appended = await fill(context, plan, upload, announcer.progressed)
    assertSettled(appended)
    const facts = { ...context, upload: appended.upload }
    const headers = uploadHeaders(protocol, 'created', facts)
    if (protocol === 'ietf' && appended.upload.status === 'done') {
      return await finalAnswer(context, appended, headers)
    }
    return { status: 201, headers: { ...EMPTY, ...headers }, body: null }
  } catch (error) {
    const { digest } = plan
    const refusal = await explainUpload(context, error, { protocol, id: upload.id, digest })
    // Nobody knows of it, so nobody can go on with it.
    if (!isAnnounced) await giveUp(context, upload)
    throw refusal
  }
}

const EMPTY = { 'cache-control': 'private, no-store', 'content-length': '0' }

/** Throws 400 without a protocol, 412 for a version of tus that we do not speak, 422 for direct uploads. */
function creationProtocol(request: ApiRequest): UploadProtocol {
  const spoken = spokenProtocol(request)
  if (spoken === 'tus-version') throw unknownVersion()
  if (spoken !== null) return spoken
  if (isJsonRequest(request)) {
    const detail =
      'This service takes no direct uploads. Send the bytes here: by tus, or by the IETF draft.'
    throw apiError('direct_not_available', detail)
  }
  throw badHeader(
    'Tus-Resumable',
    'Say which protocol this is: `Tus-Resumable: 1.0.0` for tus, `Upload-Complete` for the IETF draft of resumable ' +
      'uploads, or a JSON body for a direct upload.',
  )
}

function creationOf(context: RequestContext, { options }: CreationPlan): CreateUploadOptions {
  const { principal, request } = context
  const onDuplicate = onDuplicateOf(request.headers['stowage-on-duplicate'])
  const { onRepeated: _, ...rights } = duplicateRights(context).options
  return {
    ...uploaderOf(context),
    ...options,
    ...(principal && { principal }),
    ...(onDuplicate !== undefined && { onDuplicate }),
    ...rights,
  }
}

async function fill(
  context: RequestContext,
  { hasBytes, isLast, digest, options }: CreationPlan,
  upload: ResumableUpload,
  onProgress: (offset: number) => void,
): Promise<AppendedUpload> {
  const { uploads } = context.store
  if (upload.kind === 'final') return uploads.resume(upload.id, uploaderOf(context))
  const isWhole = isLast || options.size === 0
  if (!hasBytes && !isWhole && digest === undefined) return { upload, asset: null }
  return sendBytes(context, upload.id, { offset: 0, isLast: isWhole, digest, onProgress })
}

async function giveUp({ store, ticket }: RequestContext, { id }: ResumableUpload): Promise<void> {
  try {
    // Without the signal: the client may have left.
    await store.uploads.remove(id, ticket === null ? {} : { ticket })
  } catch {
    // It expires.
  }
}

/** A `final` of uploads that are not finished: 400, as tus servers answer. */
function unfinishedPartials(error: unknown): unknown {
  if (!isStowageError(error, 'upload_not_found')) return error
  return badHeader(
    'Upload-Concat',
    'Some of these are not partial uploads of yours that are finished. Finish them first.',
  )
}
