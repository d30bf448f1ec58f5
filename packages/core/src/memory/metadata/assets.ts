import { alreadyExists, assetNotFound } from '../../errors/metadata-errors.ts'
import { changedMeanwhile } from '../../errors/own-data-errors.ts'
import { type Asset, blobKeysOf } from '../../model/asset.ts'
import {
  applyChanges,
  assertContent,
  canChange,
  changeTime,
  withoutVariants,
  withVariants,
} from '../../model/asset-changes.ts'
import { partsOf, WHOLE } from '../../model/asset-parts.ts'
import { type AssetScope, isInScope } from '../../model/asset-scope.ts'
import type { VersionRecord } from '../../model/asset-version.ts'
import { assetsToChange } from '../../model/assets-to-change.ts'
import type { CheckedFilter } from '../../model/checked-filter.ts'
import { compareText } from '../../model/compare-text.ts'
import { matchesFilter } from '../../model/matches-filter.ts'
import { quotaRefusal } from '../../model/quota.ts'
import { isAsExpected } from '../../model/revision.ts'
import { pendingEnd, trashTime } from '../../model/sweep-record.ts'
import { taggedAssets } from '../../model/tagged-assets.ts'
import { chargeTicket } from '../../model/ticket-charge.ts'
import {
  addMillis,
  formatTimestamp,
  formatTimestampOrNull,
  parseTimestamp,
} from '../../model/timestamp.ts'
import type {
  AssetRecords,
  ChangeRequest,
  InsertRequest,
  ListQuery,
  TenantUsage,
} from '../../ports/asset-records.ts'
import {
  answeredIds,
  type ContentFacts,
  duplicateRecords,
  duplicateScope,
  insertContent,
} from '../../ports/insert-content.ts'
import type { MemoryApiKeys } from './api-keys.ts'
import type { AssetRemoval } from './asset-removal.ts'
import type { MemoryBlobLedger } from './blob-ledger.ts'
import type { MemoryContext } from './context.ts'
import type { FolderTree } from './folder-tree.ts'
import type { MemoryIdempotency } from './idempotency.ts'
import { pageOf } from './page.ts'
import { assetsToPurge } from './purge.ts'
import type { MemorySweeps } from './sweeps.ts'
import type { MemoryTickets } from './tickets.ts'
import type { MemoryTombstones } from './tombstones.ts'
import { assetTable, type MemoryTable, tenantTable } from './transfer-tables.ts'
import { sumOf, usageOfAll } from './usage.ts'
import { versionBytes } from './versions.ts'

/** The other roles, as far as the records of assets take part in them. */
interface AssetNeighbours {
  /** By id. */
  readonly assets: Map<string, Asset>
  readonly remove: AssetRemoval
  readonly folders: FolderTree
  readonly keys: MemoryApiKeys
  readonly tickets: MemoryTickets
  readonly blobs: MemoryBlobLedger
  readonly sweeps: MemorySweeps
  readonly tombstones: MemoryTombstones
  readonly idempotency: MemoryIdempotency
  /** By id. */
  readonly versions: Map<string, VersionRecord>
}

/** The records of assets of a memory store. Inserts and lists walk over all of them. */
interface MemoryAssets extends AssetRecords {
  /** What a transfer moves. */
  readonly table: MemoryTable<'asset'>
  readonly tenants: MemoryTable<'tenant'>
}

export function createMemoryAssets(
  { clock, assertOpen, assertWritable }: MemoryContext,
  neighbours: AssetNeighbours,
): MemoryAssets {
  const { assets, remove, folders, keys, tickets, blobs, sweeps, tombstones, idempotency } =
    neighbours
  const { versions } = neighbours
  const lastSeq = new Map<string, number>()

  function assetOf(tenant: string, id: string, scope?: AssetScope | null): Asset | null {
    const asset = assets.get(id)
    return asset?.tenant === tenant && isInScope(asset, scope) ? asset : null
  }

  function assetsOf(tenant: string): readonly Asset[] {
    return [...assets.values()].filter((asset) => asset.tenant === tenant)
  }

  /** What the tenant would have with these, versions included. */
  function usageWith(tenant: string, fresh: InsertRequest['assets']): TenantUsage {
    const { assets, bytes } = sumOf([...assetsOf(tenant), ...fresh])
    return { assets, bytes: bytes + versionBytes(versions, tenant) }
  }

  /** The ids of the folders that a filter's `folderTree` names: none for a folder out of the scope. */
  function treeOf(
    { tenant, scope }: Pick<ListQuery, 'tenant' | 'scope'>,
    filter: CheckedFilter | undefined,
  ): ReadonlySet<string> {
    const top = folders.all().find(({ id }) => id === filter?.folderTree)
    if (top === undefined || top.tenant !== tenant || !isInScope(top, scope)) return new Set()
    return new Set(folders.subtree(top).map(({ id }) => id))
  }

  /** The active assets that a call changes; with `anywhere` those in the trash too. */
  function toChange(request: ChangeRequest, anywhere?: 'anywhere'): readonly Asset[] {
    const { tenant, ids, scope, matching } = request
    const tree = treeOf(request, matching)
    return assetsToChange(request, {
      entries: new Map(
        ids.flatMap((id) => {
          const asset = assetOf(tenant, id, scope)
          return asset === null ? [] : [[id, asset] as const]
        }),
      ),
      canChange: ({ trashedAt }) => trashedAt === null || anywhere !== undefined,
      matches: (asset, filter) => matchesFilter(asset, filter, tree),
    })
  }

  /** Keeps the assets as they are now. `updatedAt` becomes now. */
  function keepChanged(changed: readonly Asset[]): readonly Asset[] {
    const now = clock()
    const kept = changed.map((asset): Asset => {
      const updatedAt = formatTimestamp(changeTime(parseTimestamp(asset.updatedAt), now))
      return { ...asset, updatedAt }
    })
    for (const asset of kept) assets.set(asset.id, asset)
    return kept
  }

  function contentOf(request: InsertRequest): ContentFacts {
    const { tenant } = request
    const within = duplicateScope(request)
    return {
      oldestWith: (sha256) =>
        assetsOf(tenant)
          .filter((asset) => asset.sha256 === sha256 && isInScope(asset, within))
          .filter(({ trashedAt, pendingUntil }) => trashedAt === null && pendingUntil === null)
          .filter(({ status }) => status === 'ready')
          .sort((one, other) => one.seq - other.seq)[0] ?? null,
      holderOf: (externalId) => externalOf(tenant, externalId),
    }
  }

  function externalOf(tenant: string, externalId: string): Asset | null {
    return assetsOf(tenant).find((asset) => asset.externalId === externalId) ?? null
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
    async insert(request) {
      assertWritable()
      const { tenant, assets: given, keyId, ticket: ticketId, quota, scope } = request
      const { idempotency: once } = request
      if (given.length === 0) return { assets: [], replayOf: null }
      const now = clock()
      if (keyId !== null) keys.assertValid(keyId, formatTimestamp(now))
      const ticket = ticketId == null ? null : tickets.valid(tenant, ticketId)
      const replayOf =
        once === undefined ? null : idempotency.findReplay(tenant, once, formatTimestamp(now))
      if (replayOf !== null) return { assets: [], replayOf }
      const content = insertContent(request, contentOf(request))
      const { fresh, duplicateOf } = content
      const charged =
        ticket === null || fresh.length === 0 ? null : { ...ticket, ...chargeTicket(ticket, fresh) }
      const refusal = fresh.length === 0 ? null : quotaRefusal(quota, usageWith(tenant, fresh))
      if (refusal !== null) throw refusal
      for (const { folderId } of given) {
        if (folderId !== null) folders.find(tenant, folderId, scope)
      }
      const blobKeys = fresh.flatMap(blobKeysOf)
      blobs.assertReserved(blobKeys)
      assertUnique(fresh)

      const end = pendingEnd(sweeps.trusted(), now, request.pendingFor)
      const pendingUntil = formatTimestampOrNull(end)
      const seq = lastSeq.get(tenant) ?? 0
      const inserted = fresh.map(
        (asset, index): Asset => ({
          ...asset,
          tenant,
          seq: seq + 1 + index,
          updatedAt: asset.updatedAt ?? asset.createdAt,
          trashedAt: asset.trashedAt ?? null,
          pendingUntil,
        }),
      )
      if (fresh.length > 0) lastSeq.set(tenant, seq + fresh.length)
      blobs.take(blobKeys)
      if (charged !== null) tickets.set(charged)
      for (const asset of inserted) assets.set(asset.id, asset)
      if (once !== undefined) {
        const { key, digest, lifetime } = once
        const expiresAt = formatTimestamp(addMillis(now, lifetime))
        idempotency.set(tenant, key, { digest, expiresAt, ids: answeredIds(content, given) })
      }
      if (duplicateOf === null) return { assets: inserted, replayOf: null }
      return {
        assets: inserted,
        replayOf: null,
        duplicateOf: duplicateRecords(duplicateOf, inserted),
      }
    },

    async get(by) {
      assertOpen()
      if ('id' in by) return assets.get(by.id) ?? null
      if ('externalId' in by) return externalOf(by.tenant, by.externalId)
      return [...assets.values()].find((asset) => asset.publicFileId === by.publicFileId) ?? null
    },

    async list(query) {
      assertOpen()
      return pageOf(
        assetsOf(query.tenant).filter((asset) => isInScope(asset, query.scope)),
        query,
        treeOf(query, query.filter),
      )
    },

    async update({ tenant, id, scope, changes, ifMatch, sha256 }) {
      assertWritable()
      const asset = assetOf(tenant, id, scope)
      if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
      if (!isAsExpected(asset, ifMatch)) throw changedMeanwhile()
      assertContent(asset, sha256)
      const { folderId } = changes
      if (folderId != null && folderId !== asset.folderId) folders.find(tenant, folderId, scope)
      const at = changeTime(parseTimestamp(asset.updatedAt), clock())
      const changed = applyChanges(asset, changes, formatTimestamp(at))
      assets.set(id, changed)
      return { asset: changed, changed: changed !== asset }
    },

    async move({ folderId, ...request }) {
      assertWritable()
      if (folderId !== null) folders.find(request.tenant, folderId, request.scope)
      const moving = toChange(request).filter((asset) => asset.folderId !== folderId)
      return keepChanged(moving.map((asset) => ({ ...asset, folderId })))
    },

    async tag({ add, remove, ...request }) {
      assertWritable()
      return keepChanged(taggedAssets(toChange(request), { add, remove }))
    },

    async setFavourite({ isFavourite, ...request }) {
      assertWritable()
      const others = toChange(request).filter((asset) => asset.isFavourite !== isFavourite)
      return keepChanged(others.map((asset) => ({ ...asset, isFavourite })))
    },

    async keep(request) {
      assertWritable()
      const kept = toChange(request)
        .filter(({ pendingUntil }) => pendingUntil !== null)
        .map((asset): Asset => ({ ...asset, pendingUntil: null }))
      for (const asset of kept) assets.set(asset.id, asset)
      return kept
    },

    async addVariants({ tenant, id, variants, failed, madeOf }) {
      assertWritable()
      const asset = assetOf(tenant, id)
      if (asset === null || asset.trashedAt !== null) throw assetNotFound([id])
      if (madeOf !== undefined && madeOf !== asset.blobKey) throw changedMeanwhile()
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
      blobs.addClaims({ tenant, keys: taken }, formatTimestamp(clock()))
      return asset
    },

    async setTrashed({ to, ...request }) {
      assertWritable()
      const trashedAt =
        to === 'trash' ? formatTimestamp(trashTime(sweeps.trusted(), clock())) : null
      const moving = toChange(request, 'anywhere').filter(
        (asset) => (asset.trashedAt === null) === (to === 'trash'),
      )
      return keepChanged(moving.map((asset) => ({ ...asset, trashedAt })))
    },

    async purge(request) {
      assertWritable()
      const now = clock()
      return remove(
        assetsToPurge(request, { assets, tombstones, trusted: sweeps.trusted(), now }),
        now,
      )
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
      return usageWith(tenant, [])
    },

    async usageOf({ tenant, parts }) {
      assertOpen()
      const all = assetsOf(tenant)
      return parts.map((part) =>
        usageOfAll(all.filter((asset) => part === WHOLE || partsOf(asset).includes(part))),
      )
    },

    async listTenants({ after, limit }) {
      assertOpen()
      return [...lastSeq.keys()]
        .filter(
          (name) => lastSeq.get(name) !== 0 && (after === null || compareText(name, after) > 0),
        )
        .sort(compareText)
        .slice(0, limit)
        .map((tenant) => ({ tenant, ...usageOfAll(assetsOf(tenant)) }))
    },

    table: assetTable(assets),
    tenants: tenantTable(lastSeq),
  }
}
