import type { Asset } from '@stowage/core'
import { uploadedResource } from '../documents/asset-resource.ts'
import { entityTag } from '../documents/entity-tag.ts'
import { jsonBodyOf } from '../documents/json-body.ts'
import { explainUrlUpload, parseUrlUpload } from '../documents/url-upload-request.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { onDuplicateOf } from '../http/on-duplicate.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from './answer.ts'
import { assertShown, ownDuplicates } from './duplicates.ts'
import type { RequestContext } from './request-context.ts'
import { resourceContext } from './resource-context.ts'

/** `POST /assets/from-url` */
export async function uploadFromUrl(context: RequestContext): Promise<ApiResponse> {
  const { request, store, principal, uploads, root } = context
  const { signal, headers } = request
  const idempotencyKey = idempotencyKeyOf(headers['idempotency-key'])
  const onDuplicate = onDuplicateOf(headers['stowage-on-duplicate'])
  const returned: Asset[] = []
  const { url, options } = parseUrlUpload(await jsonBodyOf(context))
  const fetchIt = () =>
    store.uploadFromUrl(url, {
      signal,
      ...options,
      ...(principal && { principal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(onDuplicate !== undefined && { onDuplicate }),
      ...ownDuplicates(context),
      onReturned: (asset) => returned.push(asset),
    })
  const asset = await uploads.run(principal, fetchIt).catch((error) => {
    throw explainUrlUpload(error)
  })
  await assertShown(context, returned)
  const data = uploadedResource(asset, await resourceContext(context, [asset]))
  const location = `${root}/assets/${data.id}`
  return jsonAnswer(returned.length > 0 ? 200 : 201, { data }, { location, etag: entityTag(asset) })
}
