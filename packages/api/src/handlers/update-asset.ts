import { explainUpdate, parseAssetChanges } from '../documents/asset-changes.ts'
import { assetResource } from '../documents/asset-resource.ts'
import { jsonBodyOf } from '../documents/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import type { Call } from '../routes/route.ts'
import { jsonAnswer } from './answer.ts'

/** `PATCH /assets/{assetId}` */
export async function updateAsset(call: Call): Promise<ApiResponse> {
  const { store, id, request } = call
  const changes = parseAssetChanges(await jsonBodyOf(call), id)
  try {
    const asset = await store.update(id, changes, { signal: request.signal })
    return jsonAnswer(200, { data: assetResource(asset, call) })
  } catch (error) {
    throw explainUpdate(error)
  }
}
