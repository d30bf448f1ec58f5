import { requireBoolean } from '../arguments/require-boolean.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import type { AssetFilter } from '../filters/asset-filters.ts'
import { requireFilter } from '../filters/checked-filter.ts'
import { iterateAssets } from '../finding/iterate-assets.ts'
import { requireFolderId } from '../folders/folder-options.ts'
import { requireOptions } from '../options/call-options.ts'
import { requireTagChanges } from '../own-data/tag-changes.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { changeMatching, type MatchingChange } from './change-matching.ts'
import type { ChangeMatchingOptions, MatchingAssets } from './matching.ts'

const TRASH: MatchingChange = {
  name: 'trash',
  trashed: false,
  apply: (records, request) => records.setTrashed({ ...request, to: 'trash' }),
}

const RESTORE: MatchingChange = {
  name: 'restore',
  trashed: true,
  apply: (records, request) => records.setTrashed({ ...request, to: 'active' }),
}

/** `AssetStore.matching` of one view. */
export function matchingAssets(
  core: StoreCore,
  view: ViewedStore,
  given: AssetFilter,
): MatchingAssets {
  const filter = requireFilter(given)
  const { tenant, scope } = view

  /** Changes active assets. `into` describes the change as plain data. */
  function update(
    name: string,
    into: unknown,
    apply: MatchingChange['apply'],
    options: ChangeMatchingOptions,
  ) {
    const change = { name: `${name} ${JSON.stringify(into)}`, trashed: false, apply }
    return changeMatching(core, view, filter, change, options)
  }

  return {
    iterate: (options = {}) => iterateAssets(core, view, given, options),
    async count(options = {}) {
      const { trashed = false, signal } = requireOptions(CALLS.countMatching, options)
      requireBoolean('trashed', trashed)
      const query = { tenant, scope, trashed, filter, from: { offset: 0 }, limit: 1, signal }
      const read = () => core.metadata.assets.list(query)
      return (await core.calls.look(read, signal)).total
    },
    async trash(options = {}) {
      return changeMatching(core, view, filter, TRASH, options)
    },
    async restore(options = {}) {
      return changeMatching(core, view, filter, RESTORE, options)
    },
    async move(folder, options = {}) {
      const folderId = requireFolderId(folder, 'folderId')
      return update('move', folderId, (to, request) => to.move({ ...request, folderId }), options)
    },
    async tag(changes, options = {}) {
      const tags = requireTagChanges(changes)
      return update('tag', tags, (to, request) => to.tag({ ...request, ...tags }), options)
    },
    async setFavourite(favourite, options = {}) {
      const isFavourite = requireBoolean('isFavourite', favourite)
      const apply: MatchingChange['apply'] = (to, request) =>
        to.setFavourite({ ...request, isFavourite })
      return update('setFavourite', isFavourite, apply, options)
    },
  }
}
