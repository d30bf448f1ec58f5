import type { ResumableUpload } from '@stowage/core/types'
import { cursorSizeOf } from '../finding/list-request.ts'
import { invalidParameter } from '../http/query/query.ts'
import { isUuid, normalizeUuid } from '../http/urls/uuid.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer, jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { uploadHeaders } from './answers/upload-headers.ts'
import { uploadCollection, uploadResource } from './answers/upload-resource.ts'
import { explainUpload } from './explain-upload.ts'
import { methodOf } from './headers/method.ts'
import {
  assertKnownVersion,
  assertSettled,
  isFinished,
  protocolFor,
  uploaderOf,
} from './upload-access.ts'

/** `GET /uploads` */
export async function listUploads(context: RequestContext): Promise<ApiResponse> {
  const { store, root, query, request } = context
  const after = query.given.get('page[after]')
  const limit = cursorSizeOf(query.given)
  if (after !== undefined && !isUuid(after)) {
    const detail = 'This is no cursor of this list. Follow its links, or start anew without it.'
    throw invalidParameter('page[after]', detail)
  }
  const { signal } = request
  const page = await store.uploads.list({
    limit,
    after: after === undefined ? null : normalizeUuid(after),
    signal,
  })
  return jsonAnswer(200, uploadCollection(page, { root, query, size: limit }))
}

/** `GET` and `HEAD /uploads/{uploadId}` */
export async function getUpload(context: RequestContext): Promise<ApiResponse> {
  const { request, store, id } = context
  assertKnownVersion(request)
  const upload = await store.uploads.get(id, uploaderOf(context))
  if (methodOf(request) === 'HEAD') return stateOf(context, upload)
  const headers = uploadHeaders('ietf', 'state', { ...context, upload })
  return jsonAnswer(200, { data: uploadResource(upload) }, { ...headers, ...NOT_KEPT })
}

/** `DELETE /uploads/{uploadId}`. Of an upload that became an asset nothing is left to give up. */
export async function deleteUpload(context: RequestContext): Promise<ApiResponse> {
  const { request, store, id } = context
  assertKnownVersion(request)
  const upload = await store.uploads.get(id, uploaderOf(context))
  const protocol = protocolFor(request, upload)
  try {
    await store.uploads.remove(id, uploaderOf(context))
  } catch (error) {
    if (!isFinished(error)) throw await explainUpload(context, error, { protocol, id })
  }
  return emptyAnswer()
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** How far the upload is, after whoever writes to it has stopped, and the asset of one that is full was stored. */
async function stateOf(context: RequestContext, upload: ResumableUpload): Promise<ApiResponse> {
  const { request, store, id } = context
  const protocol = protocolFor(request, upload)
  try {
    const resumed = await store.uploads.resume(id, uploaderOf(context))
    assertSettled(resumed)
    const headers = uploadHeaders(protocol, 'state', { ...context, upload: resumed.upload })
    return protocol === 'tus'
      ? { status: 200, headers: { 'content-length': '0', ...NOT_KEPT, ...headers }, body: null }
      : { status: 204, headers: { ...NOT_KEPT, ...headers }, body: null }
  } catch (error) {
    throw await explainUpload(context, error, { protocol, id })
  }
}
