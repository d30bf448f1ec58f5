import { assetNotFound } from '@stowage/core/internal'
import { assertAuthorized } from '../auth/authorize.ts'
import { entityTag } from '../documents/entity-tag.ts'
import { explainList, listRequestOf } from '../finding/list-request.ts'
import type { ApiResponse } from '../message/request.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { assetCollection, assetCursorCollection } from './asset-collection.ts'
import { assetResource } from './asset-resource.ts'
import { resourceContext } from './resource-context.ts'

/** `GET /assets` */
export async function listAssets(context: RequestContext): Promise<ApiResponse> {
  try {
    return jsonAnswer(200, await collectionOf(context))
  } catch (error) {
    throw explainList(error)
  }
}

async function collectionOf(context: RequestContext): Promise<object> {
  const { store, query, request } = context
  const { cursor, options } = listRequestOf(query)
  const { signal } = request
  if (cursor) {
    const found = await store.list({ ...options, signal })
    return assetCursorCollection(found, await resourceContext(context, found.assets))
  }
  const found = await store.list({ ...options, signal })
  return assetCollection(found, await resourceContext(context, found.assets))
}

/** `GET /assets/{assetId}` */
export async function getAsset(context: RequestContext): Promise<ApiResponse> {
  const asset = await context.store.get(context.id)
  await assertAuthorized(context, 'get', asset, () => assetNotFound([asset.id]))
  const data = assetResource(asset, await resourceContext(context, [asset]))
  return jsonAnswer(200, { data }, { etag: entityTag(asset) })
}
