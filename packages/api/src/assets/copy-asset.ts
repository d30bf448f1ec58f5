import { assetNotFound } from '@stowage/core/internal'
import { assertAuthorized } from '../auth/authorize.ts'
import { optionalJsonBodyOf } from '../body/json-body.ts'
import { entityTag } from '../documents/entity-tag.ts'
import { idempotencyKeyOf } from '../http/headers/idempotency-key.ts'
import type { ApiResponse } from '../message/request.ts'
import type { AssetAction } from '../options/rights-options.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { duplicateRights } from '../uploads/duplicates.ts'
import { uploadedResource } from './asset-resource.ts'
import { explainCopy, parseCopy } from './copy-request.ts'
import { resourceContext } from './resource-context.ts'

/** What the maker could do with the copy, which belongs to the maker. */
const ACTIONS: readonly AssetAction[] = ['get', 'content', 'download']

/** `POST /assets/{assetId}/copy` */
export async function copyAsset(context: RequestContext): Promise<ApiResponse> {
  const { request, store, id, principal, uploads, root } = context
  const idempotencyKey = idempotencyKeyOf(request.headers['idempotency-key'])
  const options = parseCopy(await optionalJsonBodyOf(context))
  if (context.authorize !== null) await assertMayCopy(context)
  const { options: rights, explain } = duplicateRights(context)
  const copyIt = () =>
    store.copy(id, {
      signal: request.signal,
      ...options,
      ...(principal && { principal }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(rights.onRepeated && { onRepeated: rights.onRepeated }),
    })
  const asset = await uploads.run(principal, copyIt).catch(async (error) => {
    throw explainCopy(await explain(error))
  })
  const data = uploadedResource(asset, await resourceContext(context, [asset]))
  const location = `${root}/assets/${data.id}`
  return jsonAnswer(201, { data }, { location, etag: entityTag(asset) })
}

async function assertMayCopy(context: RequestContext): Promise<void> {
  const asset = await context.store.get(context.id)
  for (const action of ACTIONS) {
    await assertAuthorized(context, action, asset, () => assetNotFound([asset.id]))
  }
}
