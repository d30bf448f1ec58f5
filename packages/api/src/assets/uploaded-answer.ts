import type { Asset } from '@stowage/core'
import { entityTag } from '../documents/entity-tag.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { uploadedResource } from './asset-resource.ts'
import { resourceContext } from './resource-context.ts'

/** What the upload of one asset answers. `headers`: what the answer has besides. */
export async function uploadedAnswer(
  context: RequestContext,
  status: 200 | 201,
  asset: Asset,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const data = uploadedResource(asset, await resourceContext(context, [asset]))
  const location = `${context.root}/assets/${data.id}`
  return jsonAnswer(status, { data }, { ...headers, location, etag: entityTag(asset) })
}
