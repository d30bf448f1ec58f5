import { requireText } from '../arguments/require-text.ts'
import { requireCondition } from '../assets/require-condition.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { requireOptions } from '../options/call-options.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { newUuid } from '../time/new-uuid.ts'
import { replaceAssetContent } from './replace-content.ts'
import type { Versions } from './versions.ts'

/** `AssetStore.versions` of one tenant, or of a scope of it. */
export function tenantVersions(
  core: StoreCore,
  store: ViewedStore & Pick<AssetStore, 'get'>,
): Versions {
  const { calls, metadata, uploads } = core
  return {
    replace: (id, source, options = {}) => replaceAssetContent(core, store, id, source, options),

    async list(id, options = {}) {
      requireText('id', id)
      const { signal } = requireOptions(CALLS.listVersions, options)
      await store.get(id, options)
      const found = await calls.look(() => metadata.versions.list(id), signal)
      return found.map(({ tenant: _tenant, blobKey: _blobKey, ...version }) => version)
    },

    async restore(id, versionId, options = {}) {
      requireText('id', id)
      requireText('versionId', versionId)
      const { ifMatch, signal } = requireOptions(CALLS.restoreVersion, options)
      const condition = requireCondition(ifMatch)
      signal?.throwIfAborted()
      const { tenant, scope } = store
      const { keepFor, grace } = uploads.versions
      const version = { id: newUuid(), keepFor }
      const request = { tenant, id, scope, versionId, version, grace, ...condition }
      return calls.run(async () => (await metadata.versions.restore(request)).asset)
    },
  }
}
