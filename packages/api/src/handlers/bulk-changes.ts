import type { AssetStore } from '@stowage/core'
import { parseAssetIds } from '../documents/asset-ids.ts'
import { jsonBodyOf } from '../documents/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer } from './answer.ts'
import { authorizedIds } from './authorized-ids.ts'
import type { RequestContext } from './request-context.ts'

/** `POST /assets/bulk-trash` */
export const trashAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'trash')

/** `POST /assets/bulk-restore` */
export const restoreAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'restore')

/** `DELETE /assets/bulk-permanent` */
export const purgeAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'purge')

async function changeAssets(
  context: RequestContext,
  verb: keyof Pick<AssetStore, 'trash' | 'restore' | 'purge'>,
): Promise<ApiResponse> {
  const { store, request } = context
  const given = parseAssetIds(await jsonBodyOf(context), store)
  const { ids, standIns } = await authorizedIds(context, verb, given)
  try {
    await store[verb](ids, { signal: request.signal })
  } catch (error) {
    throw given.explain(error, standIns)
  }
  return emptyAnswer()
}
