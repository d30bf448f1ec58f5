import { alreadyExists, assetNotFound, quotaExceeded } from '../../errors/metadata-errors.ts'
import { type Asset, blobKeysOf } from '../../model/asset.ts'
import {
  applyChanges,
  bytesOf,
  canChange,
  changeTime,
  withoutVariants,
  withVariants,
} from '../../model/asset-changes.ts'
import { type AssetScope, isInScope } from '../../model/asset-scope.ts'
import { trashTime } from '../../model/sweep-record.ts'
import { chargeTicket } from '../../model/ticket-charge.ts'
import { addMillis, formatTimestamp, parseTimestamp } from '../../model/timestamp.ts'
import type { AssetRecords, InsertRequest } from '../../ports/asset-records.ts'
import type { MemoryApiKeys } from './api-keys.ts'
import type { MemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import type { MemoryIdempotency } from './idempotency.ts'
import type { MemoryLeases } from './leases.ts'
import { assetsToPurge } from './purge.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryTickets } from './tickets.ts'
import type { MemoryTombstones } from './tombstones.ts'
import { type MemoryTable, tableOf, tenantTable } from './transfer-tables.ts'

/** The other roles, as far as the records of assets take part in them. */
interface AssetNeighbours {
  readonly keys: MemoryApiKeys
  readonly tickets: MemoryTickets
  readonly blobs: MemoryBlobLedger
  readonly leases: MemoryLeases
  readonly sweeps: MemorySweeps
  readonly tombstones: MemoryTombstones
  readonly idempotency: MemoryIdempotency
}

/** The records of assets of a memory store. Inserts and lists walk over all of them. */
interface MemoryAssets extends AssetRecords {
  /** What a transfer moves. */
  readonly table: MemoryTable<'asset'>
  readonly tenants: MemoryTable<'tenant'>
}

export function createMemoryAssets(
  { clock, assertOpen, assertWritable }: MemoryContext,
  { keys, tickets, blobs, leases, sweeps, tombstones, idempotency }: AssetNeighbours,
): MemoryAssets {
  const assets = new Map<string, Asset>()
  const lastSeq = new Map<string, number>()

  function assetOf(tenant: string, id: string, scope?: AssetScope | null): Asset | null {
    const asset = assets.get(id)
    return asset?.tenant === tenant && isInScope(asset, scope) ? asset : null
  }

  function assetsOf(tenant: string): readonly Asset[] {
    return [...assets.values()].filter((asset) => asset.tenant === tenant)
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

  return {
    async insert({ tenant, assets: fresh, keyId, ticket: ticketId, quota, idempotency: once }) {
      assertWritable()
      if (fresh.length === 0) return { assets: [], replayOf: null }
      const now = clock()
      if (keyId !== null) keys.assertValid(keyId, formatTimestamp(now))
      const ticket = ticketId == null ? null : tickets.valid(tenant, ticketId)
      const replayOf =
        once === undefined ? null : idempotency.findReplay(tenant, once, formatTimestamp(now))
      if (replayOf !== null) return { assets: [], replayOf }
      const charged = ticket === null ? null : { ...ticket, ...chargeTicket(ticket, fresh) }
      const bytes = [...assetsOf(tenant), ...fresh].reduce((sum, asset) => sum + bytesOf(asset), 0)
      if (quota !== null && bytes > quota) throw quotaExceeded(quota)
      const blobKeys = fresh.flatMap(blobKeysOf)
      blobs.assertReserved(blobKeys)
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
      blobs.take(blobKeys)
      if (charged !== null) tickets.set(charged)
      for (const asset of inserted) assets.set(asset.id, asset)
      if (once !== undefined) {
        const { key, digest, lifetime } = once
        const expiresAt = formatTimestamp(addMillis(now, lifetime))
        idempotency.set(tenant, key, { digest, expiresAt, ids: inserted.map(({ id }) => id) })
      }
      return { assets: inserted, replayOf: null }
    },

    async get(by) {
      assertOpen()
      if ('id' in by) return assets.get(by.id) ?? null
      return [...assets.values()].find((asset) => asset.publicFileId === by.publicFileId) ?? null
    },

    async list({ tenant, scope, trashed, from, limit }) {
      assertOpen()
      const all = assetsOf(tenant)
        .filter((asset) => (asset.trashedAt !== null) === trashed && isInScope(asset, scope))
        .sort((a, b) => b.seq - a.seq)
      const page =
        'offset' in from ? all.slice(from.offset) : all.filter((asset) => asset.seq < from.belowSeq)
      return { assets: page.slice(0, limit), total: all.length }
    },

    async update({ tenant, id, scope, changes }) {
      assertWritable()
      const asset = assetOf(tenant, id, scope)
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
      blobs.assertReserved(blobKeys)
      blobs.take(blobKeys)
      assets.set(id, changed)
      return changed
    },

    async removeVariants({ tenant, id, blobKeys }) {
      assertWritable()
      const before = assetOf(tenant, id)
      if (before === null) throw assetNotFound([id])
      const { asset, taken } = withoutVariants(before, blobKeys)
      assets.set(id, asset)
      blobs.addClaims(taken, formatTimestamp(clock()))
      return asset
    },

    async setTrashed({ tenant, ids, scope, to }) {
      assertWritable()
      const unknown = ids.filter((id) => assetOf(tenant, id, scope) === null)
      if (unknown.length > 0) throw assetNotFound(unknown)
      const now = clock()
      const trashed = formatTimestamp(trashTime(sweeps.trusted(), now))
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
      const gone = assetsToPurge(request, { assets, tombstones, trusted: sweeps.trusted(), now })
      for (const asset of gone) {
        assets.delete(asset.id)
        tombstones.add(asset, at)
        blobs.addClaims(blobKeysOf(asset), at)
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
      return { bytes: assetsOf(tenant).reduce((sum, asset) => sum + bytesOf(asset), 0) }
    },

    table: tableOf(assets),
    tenants: tenantTable(lastSeq),
  }
}
