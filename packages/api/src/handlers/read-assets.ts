import { assetCollection } from '../documents/asset-collection.ts'
import { assetResource } from '../documents/asset-resource.ts'
import type { ApiResponse } from '../message/request.ts'
import type { Call } from '../routes/route.ts'
import { jsonAnswer } from './answer.ts'

/** `GET /assets` */
export async function listAssets(call: Call): Promise<ApiResponse> {
  const { page, perPage, trashed } = call.query
  const assets = await call.store.list({ page, perPage, trashed })
  return jsonAnswer(200, assetCollection(assets, call))
}

/** `GET /assets/{assetId}` */
export async function getAsset(call: Call): Promise<ApiResponse> {
  const asset = await call.store.get(call.id)
  return jsonAnswer(200, { data: assetResource(asset, call) })
}
