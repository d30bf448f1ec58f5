import type { AssetStore } from '@stowage/core'
import type { CallOptions, ChangeMatchingOptions, MatchingAssets } from '@stowage/core/types'
import { type AssetIds, parseAssetIds } from '../assets/asset-ids.ts'
import { authorizedIds } from '../assets/authorized-ids.ts'
import { jsonBodyOf } from '../body/json-body.ts'
import type { JsonObject } from '../documents/json-members.ts'
import type { ApiResponse } from '../message/request.ts'
import type { AssetAction } from '../options/rights-options.ts'
import { emptyAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { parseAssetSelection } from './asset-selection.ts'
import {
  explainBulkChange,
  parseDestination,
  parseFavourite,
  parseTagChanges,
} from './bulk-request.ts'
import { changeMatching } from './change-matching.ts'

/** A change of named assets, and of those that match a filter. */
interface Change {
  readonly ofNamed: (
    store: AssetStore,
    ids: readonly string[],
    options: CallOptions,
  ) => Promise<unknown>
  readonly ofMatching: (assets: MatchingAssets, options: ChangeMatchingOptions) => Promise<unknown>
}

/** `POST /assets/bulk-trash` */
export const trashAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'trash', () => ({
    ofNamed: (store, ids, options) => store.trash(ids, options),
    ofMatching: (assets, options) => assets.trash(options),
  }))

/** `POST /assets/bulk-restore` */
export const restoreAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'restore', () => ({
    ofNamed: (store, ids, options) => store.restore(ids, options),
    ofMatching: (assets, options) => assets.restore(options),
  }))

/** `POST /assets/bulk-move` */
export const moveAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'move', (body) => {
    const folderId = parseDestination(body)
    return {
      ofNamed: (store, ids, options) => store.select(ids).move(folderId, options),
      ofMatching: (assets, options) => assets.move(folderId, options),
    }
  })

/** `POST /assets/bulk-tag` */
export const tagAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'tag', (body) => {
    const changes = parseTagChanges(body)
    return {
      ofNamed: (store, ids, options) => store.select(ids).tag(changes, options),
      ofMatching: (assets, options) => assets.tag(changes, options),
    }
  })

/** `POST /assets/bulk-favourite` */
export const markAssets = (context: RequestContext): Promise<ApiResponse> =>
  changeAssets(context, 'update', (body) => {
    const isFavourite = parseFavourite(body)
    return {
      ofNamed: (store, ids, options) => store.select(ids).setFavourite(isFavourite, options),
      ofMatching: (assets, options) => assets.setFavourite(isFavourite, options),
    }
  })

/** `DELETE /assets/bulk-permanent`. Never by a filter: clients must name what they delete for good. */
export async function purgeAssets(context: RequestContext): Promise<ApiResponse> {
  const given = parseAssetIds(await jsonBodyOf(context), context.store)
  await changeNamed(context, 'purge', given, (store, ids, options) => store.purge(ids, options))
  return emptyAnswer()
}

async function changeAssets(
  context: RequestContext,
  action: AssetAction,
  changeOf: (body: JsonObject) => Change,
): Promise<ApiResponse> {
  const body = await jsonBodyOf(context)
  const selection = parseAssetSelection(body, context.store)
  const { ofNamed, ofMatching } = changeOf(body)
  if (selection.by === 'ids') await changeNamed(context, action, selection.given, ofNamed)
  else await changeMatching(context, action, selection, ofMatching)
  return emptyAnswer()
}

async function changeNamed(
  context: RequestContext,
  action: AssetAction,
  given: AssetIds,
  change: Change['ofNamed'],
): Promise<void> {
  const { ids, standIns } = await authorizedIds(context, action, given)
  try {
    await change(context.store, ids, { signal: context.request.signal })
  } catch (error) {
    throw given.explain(explainBulkChange(error), standIns)
  }
}
