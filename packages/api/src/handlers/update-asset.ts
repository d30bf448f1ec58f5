import { assetNotFound } from '@stowage/core/ports'
import { assertAuthorized } from '../auth/authorize.ts'
import { explainUpdate, parseAssetChanges } from '../documents/asset-changes.ts'
import { assetResource } from '../documents/asset-resource.ts'
import { jsonBodyOf } from '../documents/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'

/** `PATCH /assets/{assetId}` */
export async function updateAsset(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request } = context
  const changes = parseAssetChanges(await jsonBodyOf(context), id)
  if (context.authorize !== null) {
    const asset = await store.get(id)
    await assertAuthorized(context, 'update', asset, () => assetNotFound([id]))
  }
  try {
    const asset = await store.update(id, changes, { signal: request.signal })
    return jsonAnswer(200, { data: assetResource(asset, context) })
  } catch (error) {
    throw explainUpdate(error)
  }
}
