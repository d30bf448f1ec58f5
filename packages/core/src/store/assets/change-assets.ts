import type { AssetStore } from '../../asset-store/asset-store.ts'
import type { CallOptions } from '../../asset-store/call-options.ts'
import { requireOptions } from '../../asset-store/call-options.ts'
import { CALLS } from '../../asset-store/known-options.ts'
import type { PurgeOptions } from '../../asset-store/purge-options.ts'
import type { UpdateOptions } from '../../asset-store/update-options.ts'
import { validChanges } from '../../asset-store/valid-changes.ts'
import { raceAbort } from '../../async/abortable.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'
import { requireBoolean } from '../../errors/require-boolean.ts'
import { requireText } from '../../errors/require-text.ts'
import { PURGE_REPLAY_WINDOW } from '../../maintenance/sweep.ts'
import type { Asset, AssetChanges } from '../../model/assets/asset.ts'
import { distinctIds } from '../../model/assets/distinct-ids.ts'
import type { UpdateRequest } from '../../ports/update-request.ts'
import type { StoreCore } from '../opening/store-core.ts'
import { requireFolderId } from '../views/folder-options.ts'
import { requireCondition } from './require-condition.ts'

const DESTINATIONS = {
  trash: { call: CALLS.trash, to: 'trash' },
  restore: { call: CALLS.restore, to: 'active' },
} as const

/** `AssetStore.update` of one view. */
export async function updateAsset(
  core: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  id: string,
  given: AssetChanges,
  options: UpdateOptions,
): Promise<Asset> {
  const changes = validChanges(given)
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
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
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

/** `AssetStore.move` of one view. */
export async function moveToFolder(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  ids: string | readonly string[],
  folderId: string | null,
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { signal } = requireOptions(CALLS.move, options)
  signal?.throwIfAborted()
  const request = {
    tenant,
    ids: distinctIds(ids, limits.idsPerRequest),
    scope,
    folderId: requireFolderId(folderId, 'folderId'),
  }
  return calls.run(() => metadata.assets.move(request))
}

/** `AssetStore.setFavourite` of one view. */
export async function setFavourite(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  ids: string | readonly string[],
  isFavourite: boolean,
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { signal } = requireOptions(CALLS.setFavourite, options)
  signal?.throwIfAborted()
  const request = {
    tenant,
    ids: distinctIds(ids, limits.idsPerRequest),
    scope,
    isFavourite: requireBoolean('isFavourite', isFavourite),
  }
  return calls.run(() => metadata.assets.setFavourite(request))
}

/** `AssetStore.keep` of one view. */
export async function keepAssets(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
  ids: string | readonly string[],
  options: CallOptions,
): Promise<readonly Asset[]> {
  const { signal } = requireOptions(CALLS.keep, options)
  signal?.throwIfAborted()
  const request = { tenant, ids: distinctIds(ids, limits.idsPerRequest), scope }
  return calls.run(() => metadata.assets.keep(request))
}

/** `AssetStore.purge` of one view. */
export async function purgeAssets(
  core: StoreCore,
  { tenant, scope }: Pick<AssetStore, 'tenant' | 'scope'>,
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
    // What is committed cannot be aborted, only the waiting for the bytes.
    await raceAbort(completed, bytes === 'deleted' ? signal : undefined)
  }, signal)
}
