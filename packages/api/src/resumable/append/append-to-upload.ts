import { isStowageError } from '@stowage/core'
import type { AppendedUpload, ResumableUpload } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'
import { assertNotEncoded } from '../../http/headers/stored-whole.ts'
import type { ApiRequest, ApiResponse } from '../../message/request.ts'
import type { RequestContext } from '../../requests/request-context.ts'
import { finalAnswer } from '../answers/final-answer.ts'
import { uploadHeaders } from '../answers/upload-headers.ts'
import { bodyLengthOf, lengthHeader } from '../create/file-facts.ts'
import { sameLength, tooMuch } from '../create/plan.ts'
import { explainUpload } from '../explain-upload.ts'
import { badHeader } from '../headers/bad-header.ts'
import { requestDigestOf, wholeDigestOf } from '../headers/digests.ts'
import {
  isAppendable,
  PARTIAL_UPLOAD,
  TUS_BYTES,
  type UploadProtocol,
} from '../headers/protocol.ts'
import { booleanField, integerField } from '../headers/structured-fields.ts'
import { assertKnownVersion, assertSettled, protocolFor, uploaderOf } from '../upload-access.ts'
import { announcerOf } from './announce.ts'
import { type SentBytes, sendBytes } from './send-bytes.ts'

/** `PATCH /uploads/{uploadId}` */
export async function appendToUpload(context: RequestContext): Promise<ApiResponse> {
  const { request, store, id } = context
  assertKnownVersion(request)
  const upload = await store.uploads.get(id, uploaderOf(context))
  const protocol = protocolFor(request, upload)
  const failure = { protocol, id }
  let sent: SentBytes
  try {
    sent = bytesOf(request, upload, protocol)
  } catch (error) {
    throw await explainUpload(context, error, failure)
  }
  const { progressed } = announcerOf(context, protocol, upload)
  try {
    const appended = await sendBytes(context, id, { ...sent, onProgress: progressed })
    assertSettled(appended)
    return await answer(context, protocol, appended)
  } catch (error) {
    await deactivate(context, protocol, error)
    throw await explainUpload(context, error, { ...failure, digest: sent.digest })
  }
}

/** What the request brings. Throws 400, 403, 413, 415 and 422. */
function bytesOf(
  request: ApiRequest,
  { kind, size: known, offset: stored }: ResumableUpload,
  protocol: UploadProtocol,
): SentBytes {
  assertNotEncoded((name) => request.headers[name])
  if (kind === 'final') throw apiError('forbidden', 'A final upload takes no bytes of its own.')
  if (!isAppendable(protocol, request)) {
    const type = protocol === 'tus' ? TUS_BYTES : PARTIAL_UPLOAD
    throw apiError('unsupported_media_type', `Send the bytes as ${type}.`, {
      source: { header: 'Content-Type' },
    })
  }
  const sent = protocol === 'tus' ? tusBytes(request) : draftBytes(request)
  const { offset, size = known ?? undefined } = sent
  const length = bodyLengthOf(request)
  const isNext = offset === stored && offset <= (size ?? offset)
  if (isNext && size !== undefined && length !== null && offset + length > size) throw tooMuch(size)
  const sha256 = wholeDigestOf(request)
  return { ...sent, digest: requestDigestOf(request), ...(sha256 !== undefined && { sha256 }) }
}

type Place = Pick<SentBytes, 'offset' | 'size' | 'isLast'>

function tusBytes(request: ApiRequest): Place {
  const offset = lengthHeader(request, 'Upload-Offset')
  const size = lengthHeader(request, 'Upload-Length')
  if (offset === undefined) throw noOffset()
  return { offset, ...(size !== undefined && { size }) }
}

function draftBytes(request: ApiRequest): Place {
  const { headers } = request
  const offset = integerField(headers['upload-offset'])
  const isLast = booleanField(headers['upload-complete'])
  if (offset === undefined) throw noOffset()
  if (isLast === undefined) {
    throw badHeader('Upload-Complete', 'Send `?1` with the last bytes of the file, else `?0`.')
  }
  const length = bodyLengthOf(request) ?? (request.body === null ? 0 : null)
  const end = isLast && length !== null ? offset + length : undefined
  const size = sameLength(integerField(headers['upload-length']), end)
  return { offset, isLast, ...(size !== undefined && { size }) }
}

function noOffset() {
  return badHeader('Upload-Offset', 'Say where the bytes belong: HEAD tells how many are stored.')
}

async function answer(
  context: RequestContext,
  protocol: UploadProtocol,
  appended: AppendedUpload,
): Promise<ApiResponse> {
  const { upload } = appended
  const headers = uploadHeaders(protocol, 'appended', { ...context, upload })
  if (protocol === 'ietf' && upload.status === 'done')
    return finalAnswer(context, appended, headers)
  return { status: 204, headers: { 'cache-control': 'private, no-store', ...headers }, body: null }
}

/** The draft: once more bytes came than the upload has, nothing more is done with it. */
async function deactivate(
  { store, ticket, id }: RequestContext,
  protocol: UploadProtocol,
  error: unknown,
): Promise<void> {
  if (protocol !== 'ietf' || !isStowageError(error, 'file_too_large')) return
  await store.uploads.remove(id, ticket === null ? {} : { ticket }).catch(() => {})
}
