import {
  alreadyExists,
  assetNotFound,
  keyNotFound,
  keyRevoked,
  purgeRefusal,
  quotaExceeded,
  storeClosed,
} from '../errors/metadata-errors.ts'
import type { ApiKeyRecord } from '../model/api-key.ts'
import { type Asset, blobKeysOf, type Timestamp } from '../model/asset.ts'
import {
  applyChanges,
  bytesOf,
  canChange,
  changeTime,
  withoutVariants,
  withVariants,
} from '../model/asset-changes.ts'
import {
  lastIsTrusted,
  nextSweepRecord,
  retentionEnd,
  type SweepRecord,
  trashTime,
} from '../model/sweep-record.ts'
import {
  type Clock,
  formatTimestamp,
  type Micros,
  parseTimestamp,
  wallClock,
} from '../model/timestamp.ts'
import { checkOptions, type OptionChecks } from '../options/check-options.ts'
import { callback } from '../options/checks.ts'
import type {
  AssetList,
  IdsRequest,
  InsertRequest,
  ListQuery,
  MetadataStore,
} from '../ports/metadata-store.ts'
import { createMemoryLeases } from './leases.ts'
import { createReservations } from './reservations.ts'
import { createMemoryTransfer } from './transfer.ts'
import { tableOf, tenantTable, tombstoneTable } from './transfer-tables.ts'
import { createUploadMarks } from './upload-marks.ts'

export interface MemoryMetadataOptions {
  /** Tells the time, in microseconds. Default: the system's clock. */
  readonly clock?: Clock
}

const OPTIONS: OptionChecks<MemoryMetadataOptions> = { clock: callback }

/**
 * Records in the memory of this process, for tests and for stores that need not outlive it. Nothing is
 * durable. The plainest reading of the port: every method checks all, then changes all, without an
 * await in between, which makes it a transaction. Inserts and lists walk over all assets.
 */
export function createMemoryMetadata(options: MemoryMetadataOptions = {}): MetadataStore {
  checkOptions<MemoryMetadataOptions>('createMemoryMetadata', options, OPTIONS)
  const { clock = wallClock } = options
  const assets = new Map<string, Asset>()
  const lastSeq = new Map<string, number>()
  const purged = new Map<string, { readonly tenant: string; readonly at: Timestamp }>()
  const keys = new Map<string, ApiKeyRecord>()
  const marks = createUploadMarks()
  const reservations = createReservations()
  const leases = createMemoryLeases()
  const { assertServing, ...transfer } = createMemoryTransfer({
    tenant: tenantTable(lastSeq),
    key: tableOf(keys),
    asset: tableOf(assets),
    blob: reservations.table(() => [...assets.values()].flatMap(blobKeysOf)),
    tombstone: tombstoneTable(purged),
    mark: marks.table,
    lease: leases.table,
  })
  let sweep: SweepRecord | null = null
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

  function assertKeyValid(id: string, now: Timestamp): void {
    const key = keys.get(id)
    const expired = key !== undefined && key.expiresAt !== null && key.expiresAt <= now
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

  /** The records to purge; or the refusal. */
  function trashedAssets(request: Parameters<MetadataStore['purge']>[0], now: Micros): Asset[] {
    if (!('ids' in request)) {
      const { trashedFor, limit } = request
      const end = retentionEnd(sweep?.trusted ?? null, now, trashedFor)
      if (end === null) return []
      const trashedBefore = formatTimestamp(end)
      return [...assets.values()]
        .filter(({ trashedAt }) => trashedAt !== null && trashedAt < trashedBefore)
        .sort((a, b) => ((a.trashedAt ?? '') < (b.trashedAt ?? '') ? -1 : 1))
        .slice(0, limit)
    }
    const { tenant, ids, doneWithin } = request
    const doneSince = formatTimestamp(now - doneWithin * 1000)
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
    async insert({ tenant, assets: fresh, keyId, quota, idempotency: once }: InsertRequest) {
      assertWritable()
      if (fresh.length === 0) return []
      const now = clock()
      if (keyId !== null) assertKeyValid(keyId, formatTimestamp(now))
      if (once !== undefined) marks.assertNew(tenant, once, formatTimestamp(now))
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
        const { key, digest, lifetime } = once
        const expiresAt = formatTimestamp(now + lifetime * 1000)
        marks.set(tenant, key, { digest, expiresAt, ids: inserted.map(({ id }) => id) })
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

    async update({ tenant, id, changes }) {
      assertWritable()
      const asset = assetOf(tenant, id)
      if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
      const at = changeTime(parseTimestamp(asset.updatedAt), clock())
      const changed = applyChanges(asset, changes, formatTimestamp(at))
      assets.set(id, changed)
      return { asset: changed, changed: changed !== asset }
    },

    async addVariants({ tenant, id, variants, failed }) {
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

    async removeVariants({ tenant, id, blobKeys }) {
      assertWritable()
      const before = assetOf(tenant, id)
      if (before === null) throw assetNotFound([id])
      const { asset, taken } = withoutVariants(before, blobKeys)
      assets.set(id, asset)
      reservations.addClaims(taken, formatTimestamp(clock()))
      return asset
    },

    async setTrashed({ tenant, ids, to }: IdsRequest & { readonly to: 'trash' | 'active' }) {
      assertWritable()
      const unknown = ids.filter((id) => assetOf(tenant, id) === null)
      if (unknown.length > 0) throw assetNotFound(unknown)
      const now = clock()
      const trashed = formatTimestamp(trashTime(sweep?.trusted ?? null, now))
      const trashedAt = to === 'trash' ? trashed : null
      const moved = ids
        .flatMap((id) => assets.get(id) ?? [])
        .filter((asset) => (asset.trashedAt === null) === (to === 'trash'))
        .map((asset): Asset => {
          const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
          return { ...asset, trashedAt, updatedAt }
        })
      for (const asset of moved) assets.set(asset.id, asset)
      return moved
    },

    async purge(request) {
      assertWritable()
      const now = clock()
      const at = formatTimestamp(now)
      const gone = trashedAssets(request, now)
      for (const asset of gone) {
        assets.delete(asset.id)
        purged.set(asset.id, { tenant: asset.tenant, at })
        reservations.addClaims(blobKeysOf(asset), at)
      }
      return { assets: gone, held: leases.isHeld(now) }
    },

    async listAll({ afterId, limit }) {
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
      const key = keys.get(id)
      return key === undefined ? null : { key, now: formatTimestamp(clock()) }
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

    async reserve(blobKeys, { lifetime }) {
      assertWritable()
      reservations.reserve(blobKeys, formatTimestamp(clock() + lifetime * 1000))
    },

    async claim(which) {
      assertWritable()
      if ('keys' in which) return reservations.claim(which)
      const now = clock()
      if (leases.isHeld(now)) return []
      return reservations.claim({ dueAt: formatTimestamp(now), limit: which.limit })
    },

    async recordDeletions({ retryAfter, ...blobs }) {
      assertWritable()
      reservations.settle({ ...blobs, again: formatTimestamp(clock() + retryAfter * 1000) })
    },

    async filterOrphans(blobKeys) {
      assertOpen()
      const owned = new Set([...assets.values()].flatMap(blobKeysOf))
      return blobKeys.filter((key) => !owned.has(key) && !reservations.has(key))
    },

    async pruneExpired({ purgedFor, limit }) {
      assertWritable()
      const now = clock()
      const purgedBefore = formatTimestamp(now - purgedFor * 1000)
      const tombstones = [...purged].filter(([, { at }]) => at < purgedBefore).slice(0, limit)
      for (const [id] of tombstones) purged.delete(id)
      const forgotten = [
        tombstones.length,
        marks.forget(formatTimestamp(now), limit),
        leases.forget(now, limit),
      ]
      return forgotten.includes(limit)
    },

    async lease(request) {
      assertWritable()
      return leases.lease(request, clock())
    },

    async recordSweep({ tolerance }) {
      assertWritable()
      sweep = nextSweepRecord(sweep, clock(), tolerance)
      return lastIsTrusted(sweep)
    },

    transfer,

    async close() {
      open = false
    },
  }
}
