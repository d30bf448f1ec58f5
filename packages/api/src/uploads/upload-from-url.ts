import type { UploadSource } from '@stowage/core'
import { uploadedResource } from '../assets/asset-resource.ts'
import { resourceContext } from '../assets/resource-context.ts'
import { jsonBodyOf } from '../body/json-body.ts'
import { entityTag } from '../documents/entity-tag.ts'
import { idempotencyKeyOf } from '../http/headers/idempotency-key.ts'
import { onDuplicateOf } from '../http/headers/on-duplicate.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { duplicateRights } from './duplicates.ts'
import { explainUrlUpload, parseUrlUpload } from './url-upload-request.ts'

/** `POST /assets/from-url` */
export async function uploadFromUrl(context: RequestContext): Promise<ApiResponse> {
  const { request, store, principal, uploads, root, fromUrl } = context
  const { signal, headers } = request
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  const onDuplicate = onDuplicateOf(headers['stowage-on-duplicate'])
  const duplicates = duplicateRights(context)
  let isReturned = false
  const { url, options } = parseUrlUpload(await jsonBodyOf(context))
  const fetchIt = async () =>
    store.upload(sourceOf(url, fromUrl), {
      signal,
      ...options,
      ...(principal && { principal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(onDuplicate !== undefined && { onDuplicate }),
      ...duplicates.options,
      onReturned: () => {
        isReturned = true
      },
    })
  const asset = await uploads.run(principal, fetchIt).catch(async (error) => {
    throw explainUrlUpload(await duplicates.explain(error))
  })
  const data = uploadedResource(asset, await resourceContext(context, [asset]))
  const location = `${root}/assets/${data.id}`
  return jsonAnswer(isReturned ? 200 : 201, { data }, { location, etag: entityTag(asset) })
}

/** Throws at once for a URL whose text alone rules it out. */
function sourceOf(url: string, fromUrl: RequestContext['fromUrl']): UploadSource {
  if (fromUrl === null) throw new Error('There is no such route without the option fromUrl.')
  return fromUrl(url)
}
