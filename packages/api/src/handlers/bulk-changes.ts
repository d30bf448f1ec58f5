import type { AssetStore } from '@stowage/core'
import { parseAssetIds } from '../documents/asset-ids.ts'
import { jsonBodyOf } from '../documents/json-body.ts'
import type { ApiResponse } from '../message/request.ts'
import type { Call } from '../routes/route.ts'
import { emptyAnswer } from './answer.ts'

/** `POST /assets/bulk-trash` */
export const trashAssets = (call: Call): Promise<ApiResponse> => changeAssets(call, 'trash')

/** `POST /assets/bulk-restore` */
export const restoreAssets = (call: Call): Promise<ApiResponse> => changeAssets(call, 'restore')

/** `DELETE /assets/bulk-permanent` */
export const purgeAssets = (call: Call): Promise<ApiResponse> => changeAssets(call, 'purge')

async function changeAssets(
  call: Call,
  verb: keyof Pick<AssetStore, 'trash' | 'restore' | 'purge'>,
): Promise<ApiResponse> {
  const { store, request } = call
  const { ids, explain } = parseAssetIds(await jsonBodyOf(call), store)
  try {
    await store[verb](ids, { signal: request.signal })
  } catch (error) {
    throw explain(error)
  }
  return emptyAnswer()
}
