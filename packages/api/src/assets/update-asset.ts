import type { Asset, AssetChanges } from '@stowage/core'
import { assetNotFound } from '@stowage/core/internal'
import { assertAuthorized } from '../auth/authorize.ts'
import { jsonBodyOf } from '../body/json-body.ts'
import { conditionOf, entityTag } from '../documents/entity-tag.ts'
import type { ApiResponse } from '../message/request.ts'
import type { AssetAction } from '../options/rights-options.ts'
import { jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { explainUpdate, parseAssetChanges } from './asset-changes.ts'
import { assetResource } from './asset-resource.ts'

/** `PATCH /assets/{assetId}` */
export async function updateAsset(context: RequestContext): Promise<ApiResponse> {
  const { store, id, request } = context
  const changes = parseAssetChanges(await jsonBodyOf(context), id)
  if (context.authorize !== null) await assertMayChange(context, changes)
  const options = { signal: request.signal, ...conditionOf(request.headers) }
  let asset: Asset
  try {
    asset = await store.update(id, changes, options)
  } catch (error) {
    throw explainUpdate(error)
  }
  const data = assetResource(asset, context)
  return jsonAnswer(200, { data }, { etag: entityTag(asset) })
}

/** Also asks about changes that have a bulk route of their own: otherwise this route would be a way around that one. */
async function assertMayChange(
  context: RequestContext,
  { folderId, tags }: AssetChanges,
): Promise<void> {
  const asset = await context.store.get(context.id)
  const actions: AssetAction[] = ['update']
  if (folderId !== undefined) actions.push('move')
  if (tags !== undefined) actions.push('tag')
  for (const action of actions) {
    await assertAuthorized(context, action, asset, () => assetNotFound([asset.id]))
  }
}
