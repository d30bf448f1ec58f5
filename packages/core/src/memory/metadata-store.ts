import { type Asset, blobKeysOf, type Timestamp } from '../asset/asset.ts'
import type { ApiKeyRecord } from '../keys/api-key.ts'
import {
  applyChanges,
  bytesOf,
  canChange,
  withoutVariants,
  withVariants,
} from '../ports/asset-changes.ts'
import {
  alreadyExists,
  assetNotFound,
  keyNotFound,
  keyRevoked,
  purgeRefusal,
  quotaExceeded,
  storeClosed,
} from '../ports/metadata-errors.ts'
import {
  type AssetList,
  HOLD_PREFIX,
  type IdsRequest,
  type InsertRequest,
  type ListQuery,
  type MetadataStore,
} from '../ports/metadata-store.ts'
import type { TransferValues } from '../ports/transfer.ts'
import { createReservations } from './reservations.ts'
import { createMemoryTransfer } from './transfer.ts'
import { tableOf, tenantTable, tombstoneTable } from './transfer-tables.ts'
import { createUploadMarks } from './upload-marks.ts'

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
  const marks = createUploadMarks()
  const reservations = createReservations()
  const leases = new Map<string, TransferValues['lease']>()
  const { assertServing, ...transfer } = createMemoryTransfer({
    tenant: tenantTable(lastSeq),
    key: tableOf(keys),
    asset: tableOf(assets),
    blob: reservations.table(() => [...assets.values()].flatMap(blobKeysOf)),
    tombstone: tombstoneTable(purged),
    mark: marks.table,
    lease: tableOf(leases),
  })
  let open = true

  function assertOpen(): void {
    if (!open) throw storeClosed()
  }

  function assertWritable(): void {
    assertOpen()
    assertServing()
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

  function isHeld(at: Timestamp): boolean {
    return [...leases].some(([name, { until }]) => name.startsWith(HOLD_PREFIX) && until > at)
  }

  /** The records to purge; or the refusal. */
  function trashedAssets(request: Parameters<MetadataStore['purge']>[0]): Asset[] {
    if (!('ids' in request)) {
      const { trashedBefore, limit } = request
      return [...assets.values()]
        .filter(({ trashedAt }) => trashedAt !== null && trashedAt < trashedBefore)
        .sort((a, b) => ((a.trashedAt ?? '') < (b.trashedAt ?? '') ? -1 : 1))
        .slice(0, limit)
    }
    const { tenant, ids, doneSince } = request
    const done = (id: string): boolean => {
      const tombstone = purged.get(id)
      return tombstone?.tenant === tenant && tombstone.at >= doneSince
    }
    const known = ids.flatMap((id) => assetOf(tenant, id) ?? [])
    const unknown = ids.filter((id) => assetOf(tenant, id) === null && !done(id))
    const untrashed = known.filter((asset) => asset.trashedAt === null).map(({ id }) => id)
    const refusal = purgeRefusal(unknown, untrashed)
    if (refusal !== null) throw refusal
    return known
  }

  return {
    async insert({ tenant, assets: fresh, keyId, quota, once }: InsertRequest) {
      assertWritable()
      const [first] = fresh
      if (first === undefined) return []
      if (keyId !== null) assertKeyValid(keyId, first.createdAt)
      if (once !== undefined) marks.assertNew(tenant, once, first.createdAt)
      const present = [...assets.values()].filter((asset) => asset.tenant === tenant)
      const bytes = [...present, ...fresh].reduce((sum, asset) => sum + bytesOf(asset), 0)
      if (quota !== null && bytes > quota) throw quotaExceeded(quota)
      const blobKeys = fresh.flatMap(blobKeysOf)
      reservations.assertReserved(blobKeys)
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
      reservations.take(blobKeys)
      for (const asset of inserted) assets.set(asset.id, asset)
      if (once !== undefined) {
        const ids = inserted.map(({ id }) => id)
        marks.set(tenant, once, ids)
      }
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
      assertWritable()
      const asset = assetOf(tenant, id)
      if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
      const changed = applyChanges(asset, changes, at)
      assets.set(id, changed)
      return changed
    },

    async attach({ tenant, id, variants, failed }) {
      assertWritable()
      const asset = assetOf(tenant, id)
      if (asset === null || asset.trashedAt !== null) throw assetNotFound([id])
      const changed = withVariants(asset, variants, failed)
      const blobKeys = variants.map(({ blobKey }) => blobKey)
      reservations.assertReserved(blobKeys)
      reservations.take(blobKeys)
      assets.set(id, changed)
      return changed
    },

    async detach({ tenant, id, blobKeys, at }) {
      assertWritable()
      const before = assetOf(tenant, id)
      if (before === null) throw assetNotFound([id])
      const { asset, taken } = withoutVariants(before, blobKeys)
      assets.set(id, asset)
      reservations.addClaims(taken, at)
      return asset
    },

    async move({ tenant, ids, at, to }: IdsRequest & { readonly to: 'trash' | 'active' }) {
      assertWritable()
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

    async purge(request) {
      assertWritable()
      const { at } = request
      const gone = trashedAssets(request)
      for (const asset of gone) {
        assets.delete(asset.id)
        purged.set(asset.id, { tenant: asset.tenant, at })
        reservations.addClaims(blobKeysOf(asset), at)
      }
      return { assets: gone, held: isHeld(at) }
    },

    async scan({ afterId, limit }) {
      assertOpen()
      return [...assets.values()]
        .filter(({ id }) => afterId === null || id > afterId)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
    },

    async usage(tenant) {
      assertOpen()
      const present = [...assets.values()].filter((asset) => asset.tenant === tenant)
      return { bytes: present.reduce((sum, asset) => sum + bytesOf(asset), 0) }
    },

    async createKey(key) {
      assertWritable()
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
      assertWritable()
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
      assertWritable()
      reservations.reserve(blobKeys, deleteAfter)
    },

    async claim(which) {
      assertWritable()
      return 'dueAt' in which && isHeld(which.dueAt) ? [] : reservations.claim(which)
    },

    async settle(request) {
      assertWritable()
      reservations.settle(request)
    },

    async unowned(blobKeys) {
      assertOpen()
      const owned = new Set([...assets.values()].flatMap(blobKeysOf))
      return blobKeys.filter((key) => !owned.has(key) && !reservations.has(key))
    },

    async forget({ purgedBefore, now }) {
      assertWritable()
      for (const [id, { at }] of purged) if (at < purgedBefore) purged.delete(id)
      marks.forget(now)
      for (const [name, { until }] of leases) if (until <= now) leases.delete(name)
    },

    async lease({ name, holder, now, until }) {
      assertWritable()
      const current = leases.get(name)
      if (current !== undefined && current.holder !== holder && current.until > now) return false
      if (until <= now) leases.delete(name)
      else leases.set(name, { holder, until })
      return until > now
    },

    transfer,

    async close() {
      open = false
    },
  }
}
