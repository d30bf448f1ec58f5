import { assetNotFound } from '@stowage/core/ports'
import { assertAuthorized } from '../auth/authorize.ts'
import { assetCollection } from '../documents/asset-collection.ts'
import { assetResource } from '../documents/asset-resource.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from './answer.ts'
import type { RequestContext } from './request-context.ts'
import { resourceContext } from './resource-context.ts'

/** `GET /assets` */
export async function listAssets(context: RequestContext): Promise<ApiResponse> {
  const { page, perPage, trashed } = context.query
  const found = await context.store.list({ page, perPage, trashed })
  return jsonAnswer(200, assetCollection(found, await resourceContext(context, found.assets)))
}

/** `GET /assets/{assetId}` */
export async function getAsset(context: RequestContext): Promise<ApiResponse> {
  const asset = await context.store.get(context.id)
  await assertAuthorized(context, 'get', asset, () => assetNotFound([asset.id]))
  return jsonAnswer(200, { data: assetResource(asset, await resourceContext(context, [asset])) })
}
