import { type Asset, blobKeysOf, type Timestamp } from '../asset/asset.ts'
import type { ApiKeyRecord } from '../keys/api-key.ts'
import { applyChanges, bytesOf, canChange, withVariants } from '../ports/asset-changes.ts'
import {
  alreadyExists,
  assetNotFound,
  keyNotFound,
  keyRevoked,
  purgeRefusal,
  quotaExceeded,
  reservationLost,
  storeClosed,
} from '../ports/metadata-errors.ts'
import type {
  AssetList,
  IdsRequest,
  InsertRequest,
  ListQuery,
  MetadataStore,
} from '../ports/metadata-store.ts'

interface Reservation {
  readonly state: 'reserved' | 'claimed' | 'deleted once' | 'last deletion'
  readonly deleteAfter: Timestamp
}

interface Lease {
  readonly holder: string
  readonly until: Timestamp
}

/**
 * Records in the memory of this process, for tests and for stores that need not outlive it. Nothing is
 * durable. The plainest reading of the port: every method checks all, then changes all, without an
 * await in between, which makes it a transaction. Inserts and lists walk over all assets.
 */
export function createMemoryMetadata(): MetadataStore {
  const assets = new Map<string, Asset>()
  const lastSeq = new Map<string, number>()
  const purged = new Map<string, { readonly tenant: string; readonly at: Timestamp }>()
  const keys = new Map<string, ApiKeyRecord>()
  const reservations = new Map<string, Reservation>()
  const leases = new Map<string, Lease>()
  let open = true

  function assertOpen(): void {
    if (!open) throw storeClosed()
  }

  function assetOf(tenant: string, id: string): Asset | null {
    const asset = assets.get(id)
    return asset?.tenant === tenant ? asset : null
  }

  function assertKeyValid(id: string, at: Timestamp): void {
    const key = keys.get(id)
    const expired = key !== undefined && key.expiresAt !== null && key.expiresAt <= at
    if (key === undefined || key.revokedAt !== null || expired) throw keyRevoked()
  }

  function assertUnique(fresh: InsertRequest['assets']): void {
    const ids = new Set(assets.keys())
    const publicFileIds = new Set([...assets.values()].map((asset) => asset.publicFileId))
    for (const { id, publicFileId } of fresh) {
      if (ids.has(id)) throw alreadyExists('id')
      if (publicFileIds.has(publicFileId)) throw alreadyExists('publicFileId')
      ids.add(id)
      publicFileIds.add(publicFileId)
    }
  }

  function assertReserved(blobKeys: readonly string[]): void {
    const distinct = new Set(blobKeys).size === blobKeys.length
    const reserved = blobKeys.every((key) => reservations.get(key)?.state === 'reserved')
    if (!distinct || !reserved) throw reservationLost()
  }

  return {
    async insert({ tenant, assets: fresh, keyId, quota }: InsertRequest) {
      assertOpen()
      const [first] = fresh
      if (first === undefined) return []
      if (keyId !== null) assertKeyValid(keyId, first.createdAt)
      const present = [...assets.values()].filter((asset) => asset.tenant === tenant)
      const bytes = [...present, ...fresh].reduce((sum, asset) => sum + bytesOf(asset), 0)
      if (quota !== null && bytes > quota) throw quotaExceeded(quota)
      const blobKeys = fresh.flatMap(blobKeysOf)
      assertReserved(blobKeys)
      assertUnique(fresh)

      const seq = lastSeq.get(tenant) ?? 0
      const inserted = fresh.map(
        (asset, index): Asset => ({
          ...asset,
          tenant,
          seq: seq + 1 + index,
          updatedAt: asset.createdAt,
          trashedAt: null,
        }),
      )
      lastSeq.set(tenant, seq + fresh.length)
      for (const key of blobKeys) reservations.delete(key)
      for (const asset of inserted) assets.set(asset.id, asset)
      return inserted
    },

    async get(by) {
      assertOpen()
      if ('id' in by) return assets.get(by.id) ?? null
      return [...assets.values()].find((asset) => asset.publicFileId === by.publicFileId) ?? null
    },

    async list({ tenant, trashed, from, limit }: ListQuery): Promise<AssetList> {
      assertOpen()
      const all = [...assets.values()]
        .filter((asset) => asset.tenant === tenant && (asset.trashedAt !== null) === trashed)
        .sort((a, b) => b.seq - a.seq)
      const page =
        'offset' in from ? all.slice(from.offset) : all.filter((asset) => asset.seq < from.belowSeq)
      return { assets: page.slice(0, limit), total: all.length }
    },

    async update({ tenant, id, changes, at }) {
      assertOpen()
      const asset = assetOf(tenant, id)
      if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
      const changed = applyChanges(asset, changes, at)
      assets.set(id, changed)
      return changed
    },

    async attach({ tenant, id, variants, failed }) {
      assertOpen()
      const asset = assetOf(tenant, id)
      if (asset === null || asset.trashedAt !== null) throw assetNotFound([id])
      const changed = withVariants(asset, variants, failed)
      const blobKeys = variants.map(({ blobKey }) => blobKey)
      assertReserved(blobKeys)
      for (const key of blobKeys) reservations.delete(key)
      assets.set(id, changed)
      return changed
    },

    async move({ tenant, ids, at, to }: IdsRequest & { readonly to: 'trash' | 'active' }) {
      assertOpen()
      const unknown = ids.filter((id) => assetOf(tenant, id) === null)
      if (unknown.length > 0) throw assetNotFound(unknown)
      const trashedAt = to === 'trash' ? at : null
      const moved = ids
        .flatMap((id) => assets.get(id) ?? [])
        .filter((asset) => (asset.trashedAt === null) === (to === 'trash'))
        .map((asset): Asset => ({ ...asset, trashedAt, updatedAt: at }))
      for (const asset of moved) assets.set(asset.id, asset)
      return moved
    },

    async purge({ tenant, ids, at, doneSince }) {
      assertOpen()
      const done = (id: string): boolean => {
        const tombstone = purged.get(id)
        return tombstone?.tenant === tenant && tombstone.at >= doneSince
      }
      const known = ids.flatMap((id) => assetOf(tenant, id) ?? [])
      const unknown = ids.filter((id) => assetOf(tenant, id) === null && !done(id))
      const untrashed = known.filter((asset) => asset.trashedAt === null).map(({ id }) => id)
      const refusal = purgeRefusal(unknown, untrashed)
      if (refusal !== null) throw refusal
      for (const asset of known) {
        assets.delete(asset.id)
        purged.set(asset.id, { tenant, at })
        for (const key of blobKeysOf(asset)) {
          reservations.set(key, { state: 'claimed', deleteAfter: at })
        }
      }
      return known
    },

    async createKey(key) {
      assertOpen()
      if (keys.has(key.id)) throw alreadyExists('id')
      keys.set(key.id, { ...key })
    },

    async getKey(id) {
      assertOpen()
      return keys.get(id) ?? null
    },

    async listKeys(tenant) {
      assertOpen()
      return [...keys.values()]
        .filter((key) => key.tenant === tenant)
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)))
    },

    async updateKey({ tenant, id, changes }) {
      assertOpen()
      const key = keys.get(id)
      if (key?.tenant !== tenant) throw keyNotFound()
      const changed = {
        ...key,
        revokedAt: key.revokedAt ?? changes.revokedAt ?? null,
        lastUsedAt: changes.lastUsedAt ?? key.lastUsedAt,
      }
      keys.set(id, changed)
      return changed
    },

    async reserve(blobKeys, deleteAfter) {
      assertOpen()
      const taken = blobKeys.some((key) => reservations.has(key))
      if (taken || new Set(blobKeys).size < blobKeys.length) throw alreadyExists('key')
      for (const key of blobKeys) reservations.set(key, { state: 'reserved', deleteAfter })
    },

    async claim(which) {
      assertOpen()
      const claimable =
        'keys' in which
          ? which.keys.filter((key) => reservations.has(key))
          : [...reservations]
              .filter(([, { deleteAfter }]) => deleteAfter <= which.dueAt)
              .sort(([, a], [, b]) => (a.deleteAfter < b.deleteAfter ? -1 : 1))
              .slice(0, which.limit)
              .map(([key]) => key)
      for (const key of claimable) {
        const reservation = reservations.get(key)
        if (reservation?.state === 'reserved') {
          reservations.set(key, { ...reservation, state: 'claimed' })
        } else if (reservation?.state === 'deleted once' && 'dueAt' in which) {
          reservations.set(key, { ...reservation, state: 'last deletion' })
        }
      }
      return claimable
    },

    async settle({ deleted, failed = [], again }) {
      assertOpen()
      for (const key of deleted) {
        const state = reservations.get(key)?.state
        if (state === 'last deletion') reservations.delete(key)
        if (state === 'claimed') {
          reservations.set(key, { state: 'deleted once', deleteAfter: again })
        }
      }
      for (const key of failed) {
        const state = reservations.get(key)?.state
        if (state === 'claimed') reservations.set(key, { state, deleteAfter: again })
        if (state === 'last deletion') {
          reservations.set(key, { state: 'deleted once', deleteAfter: again })
        }
      }
    },

    async forgetPurged(before) {
      assertOpen()
      for (const [id, { at }] of purged) if (at < before) purged.delete(id)
    },

    async lease({ name, holder, now, until }) {
      assertOpen()
      const current = leases.get(name)
      if (current !== undefined && current.holder !== holder && current.until > now) return false
      if (until <= now) leases.delete(name)
      else leases.set(name, { holder, until })
      return until > now
    },

    async close() {
      open = false
    },
  }
}
