import { requireBoolean } from '../arguments/require-boolean.ts'
import { distinctIds } from '../assets/distinct-ids.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { requireFolderId } from '../folders/folder-options.ts'
import { type CallOptions, requireOptions } from '../options/call-options.ts'
import { requireTagChanges } from '../own-data/tag-changes.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { SelectedAssets } from './selected.ts'

/** `AssetStore.select` of one view. */
export function selectedAssets(
  { calls, limits, metadata }: StoreCore,
  { tenant, scope }: ViewedStore,
  ids: string | readonly string[],
): SelectedAssets {
  /** The members of every request. */
  function request({ signal }: CallOptions) {
    signal?.throwIfAborted()
    return { tenant, ids: distinctIds(ids, limits.idsPerRequest), scope }
  }

  return {
    async move(folder, options = {}) {
      const selected = request(requireOptions(CALLS.move, options))
      const folderId = requireFolderId(folder, 'folderId')
      return calls.run(() => metadata.assets.move({ ...selected, folderId }))
    },
    async tag(changes, options = {}) {
      const selected = request(requireOptions(CALLS.tag, options))
      const tags = requireTagChanges(changes)
      return calls.run(() => metadata.assets.tag({ ...selected, ...tags }))
    },
    async setFavourite(favourite, options = {}) {
      const selected = request(requireOptions(CALLS.setFavourite, options))
      const isFavourite = requireBoolean('isFavourite', favourite)
      return calls.run(() => metadata.assets.setFavourite({ ...selected, isFavourite }))
    },
    async keep(options = {}) {
      const selected = request(requireOptions(CALLS.keep, options))
      return calls.run(() => metadata.assets.keep(selected))
    },
  }
}
