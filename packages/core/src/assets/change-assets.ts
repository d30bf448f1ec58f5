import { requireText } from '../arguments/require-text.ts'
import { raceAbort } from '../async/abortable.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { PURGE_REPLAY_WINDOW } from '../maintenance/sweep.ts'
import type { CallOptions } from '../options/call-options.ts'
import { requireOptions } from '../options/call-options.ts'
import { requireFitting } from '../own-data/metadata-schema.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { Asset, AssetChanges } from './asset.ts'
import { distinctIds } from './distinct-ids.ts'
import type { PurgeOptions } from './purge-options.ts'
import { requireCondition } from './require-condition.ts'
import type { ViewedStore } from './store-view.ts'
import type { UpdateOptions } from './update-options.ts'
import type { UpdateRequest } from './update-request.ts'
import { validChanges } from './valid-changes.ts'

const DESTINATIONS = {
  trash: { call: CALLS.trash, to: 'trash' },
  restore: { call: CALLS.restore, to: 'active' },
} as const

/** `AssetStore.update` of one view. */
export async function updateAsset(
  core: StoreCore,
  { tenant, scope }: ViewedStore,
  id: string,
  given: AssetChanges,
  options: UpdateOptions,
): Promise<Asset> {
  const { metadata, ...others } = validChanges(given)
  const { metadataSchema } = core.uploads
  const changes: AssetChanges = {
    ...others,
    ...(metadata !== undefined && { metadata: requireFitting(metadataSchema, metadata) }),
  }
  requireText('id', id)
  const { ifMatch, signal } = requireOptions(CALLS.update, options)
  const condition = requireCondition(ifMatch)
  signal?.throwIfAborted()
  return updateRecord(core, { tenant, id, scope, changes, ...condition })
}

/** Changes a record. The caller has checked the request. */
export async function updateRecord(
  { calls, metadata }: StoreCore,
  request: UpdateRequest,
): Promise<Asset> {
  const { asset } = await calls.run(() => metadata.assets.update(request))
  return asset
}

/** `AssetStore.trash` and `restore` of one view. */
export async function moveAssets(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: ViewedStore,
  move: 'trash' | 'restore',
  ids: string | readonly string[],
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { call, to } = DESTINATIONS[move]
  const { signal } = requireOptions(call, options)
  signal?.throwIfAborted()
  const request = { tenant, ids: distinctIds(ids, limits.idsPerRequest), scope, to }
  return calls.run(() => metadata.assets.setTrashed(request))
}

/** `AssetStore.purge` of one view. */
export async function purgeAssets(
  core: StoreCore,
  { tenant, scope }: ViewedStore,
  ids: string | readonly string[],
  options: PurgeOptions,
): Promise<void> {
  const { bytes = 'later', signal } = requireOptions(CALLS.purge, options)
  signal?.throwIfAborted()
  if (bytes !== 'later' && bytes !== 'deleted') {
    throw invalidArgument('bytes', 'bytes must be `later` or `deleted`.')
  }
  const { calls, collector, limits, metadata } = core
  const request = {
    tenant,
    ids: distinctIds(ids, limits.idsPerRequest),
    scope,
    doneWithin: PURGE_REPLAY_WINDOW,
  }
  await calls.run(async () => {
    const purged = await metadata.assets.purge(request)
    const completed = collector.completePurge(purged, bytes)
    // The commit cannot be aborted, only waiting for the bytes.
    await raceAbort(completed, bytes === 'deleted' ? signal : undefined)
  }, signal)
}
