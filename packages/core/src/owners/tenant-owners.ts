import { assertInteger } from '../arguments/assert-integer.ts'
import { requireText } from '../arguments/require-text.ts'
import { distinctIds } from '../assets/distinct-ids.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { assetNotFound } from '../errors/metadata-errors.ts'
import { requireOptions } from '../options/call-options.ts'
import { CALLS } from '../store/known-options.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { attachWithFiles, type UploadingStore } from './attach-uploads.ts'
import { formValues } from './form-values.ts'
import type { OwnerField } from './owner.ts'
import { requireFate, requireOwner, requireOwnerField } from './owner-options.ts'
import { type DetachedAssets, NOTHING_DETACHED, type SetField } from './owner-records.ts'
import type { Owners, SetReport } from './owners.ts'

/** The most owners per call of `of`. */
const MAX_OWNERS = 1000

/** `AssetStore.owners` of one tenant, or of a scope of it. */
export function tenantOwners(core: StoreCore, view: ViewedStore & UploadingStore): Owners {
  const { calls, collector, limits, metadata } = core
  const { tenant, scope } = view

  function requestOf(ids: string | readonly string[], owner: OwnerField) {
    const distinct = distinctIds(ids, limits.idsPerRequest)
    return { tenant, scope, ids: distinct, owner: requireOwnerField(owner) }
  }

  /** Deletes the bytes of assets that were purged. */
  async function finish({ detached, unowned, purged }: DetachedAssets) {
    if (purged.assets.length > 0) await collector.completePurge(purged, 'later')
    return { detached, unowned }
  }

  /** What became of a field. */
  async function reportOf(field: SetField): Promise<SetReport> {
    const { assets, attached } = field
    return { assets, attached: attached.length, ...(await finish(field)) }
  }

  return {
    async add(ids, owner, options = {}) {
      const { signal } = requireOptions(CALLS.addOwned, options)
      signal?.throwIfAborted()
      const request = requestOf(ids, owner)
      return calls.run(async () => (await metadata.owners.attach(request)).assets)
    },

    async set(ids, owner, options = {}) {
      const { unowned = 'keep', signal } = requireOptions(CALLS.setOwned, options)
      signal?.throwIfAborted()
      const request = { ...requestOf(ids, owner), unowned: requireFate(unowned) }
      return calls.run(async () => reportOf(await metadata.owners.set(request)))
    },

    async attachUploads(given, owner, options) {
      const {
        user,
        replace = false,
        unowned = 'trash',
        signal,
      } = requireOptions(CALLS.attachUploads, options)
      signal?.throwIfAborted()
      requireText('user', user)
      const values = formValues(given)
      const field = { owner: requireOwnerField(owner), unowned: requireFate(unowned) }
      if (values.length === 0) return { assets: [], attached: 0, detached: 0, unowned: [] }
      return attachWithFiles(core, view, { values, user, signal }, (ids) => {
        const request = { tenant, scope, ids, ...field, uploadedBy: user }
        return calls.run(async () => {
          const changed = replace
            ? await metadata.owners.set(request)
            : { ...NOTHING_DETACHED, ...(await metadata.owners.attach(request)) }
          return reportOf(changed)
        })
      })
    },

    async remove(ids, owner, options = {}) {
      const { unowned = 'keep', signal } = requireOptions(CALLS.removeOwned, options)
      signal?.throwIfAborted()
      const request = { ...requestOf(ids, owner), unowned: requireFate(unowned) }
      return calls.run(async () => finish(await metadata.owners.detach(request)))
    },

    async removeAll(owner, options = {}) {
      const { unowned = 'keep', signal } = requireOptions(CALLS.removeAllOwned, options)
      signal?.throwIfAborted()
      const request = { tenant, scope, owner: requireOwner(owner), unowned: requireFate(unowned) }
      return calls.run(async () => finish(await metadata.owners.detachAll(request)))
    },

    async list(owner, options = {}) {
      const { signal } = requireOptions(CALLS.listOwned, options)
      const query = { tenant, scope, owner: requireOwnerField(owner) }
      return calls.look(() => metadata.owners.list(query), signal)
    },

    async of(id, options = {}) {
      requireText('id', id)
      const { after, limit = MAX_OWNERS, signal } = requireOptions(CALLS.ownersOf, options)
      assertInteger('limit', limit, 1, MAX_OWNERS)
      const from = after === undefined ? null : requirePlace(after)
      const query = { tenant, scope, id, after: from, limit }
      const owners = await calls.look(() => metadata.owners.ownersOf(query), signal)
      if (owners === null) throw assetNotFound([id])
      return owners
    },
  }
}

/** An attachment also counts as a position: its other members are ignored. */
function requirePlace(after: unknown) {
  const { type, id, field } = Object(after)
  return requireOwnerField({ type, id, ...(field !== undefined && { field }) })
}
