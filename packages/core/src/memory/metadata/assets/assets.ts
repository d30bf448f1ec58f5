import type { AssetRecords } from '../../../assets/asset-records.ts'
import { isInScope } from '../../../assets/asset-scope.ts'
import { compareText } from '../../../text/compare-text.ts'
import { counterKeysOf, VERSIONS, WHOLE_TENANT } from '../../../usage/asset-parts.ts'
import type { VersionRecord } from '../../../versions/asset-version.ts'
import type { MemoryContext } from '../context.ts'
import { createListKeys } from '../list-keys.ts'
import type { MemoryTombstones } from '../tombstones.ts'
import { assetTable, type MemoryTable, tenantTable } from '../transfer-tables.ts'
import { usageOfAll, usageOfVersions } from '../usage.ts'
import { createAssetChanges } from './asset-changes.ts'
import { createAssetLookup } from './asset-lookup.ts'
import type { AssetRemoval } from './asset-removal.ts'
import { createAssetVariants } from './asset-variants.ts'
import { createInsert, type InsertNeighbours } from './insert-assets.ts'
import { pageOf } from './page.ts'
import { assetsToPurge } from './purge.ts'

/** The other roles, as far as the records of assets take part in them. */
interface AssetNeighbours extends Omit<InsertNeighbours, 'lookup' | 'lastSeq'> {
  readonly remove: AssetRemoval
  readonly tombstones: MemoryTombstones
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
  context: MemoryContext,
  neighbours: AssetNeighbours,
): MemoryAssets {
  const { clock, assertOpen, assertWritable } = context
  const { assets, remove, sweeps, tombstones } = neighbours
  const lastSeq = new Map<string, number>()
  const listKeys = createListKeys()
  const lookup = createAssetLookup(neighbours)
  const shared = { ...neighbours, lookup, lastSeq }

  return {
    insert: createInsert(context, shared),
    ...createAssetChanges(context, shared),
    ...createAssetVariants(context, shared),

    async get(by) {
      assertOpen()
      if ('id' in by) return assets.get(by.id) ?? null
      if ('externalId' in by) return lookup.withExternalId(by.tenant, by.externalId)
      return [...assets.values()].find((asset) => asset.publicFileId === by.publicFileId) ?? null
    },

    async list(query) {
      assertOpen()
      return pageOf(
        lookup.ofTenant(query.tenant).filter((asset) => isInScope(asset, query.scope)),
        query,
        lookup.treeOf(query, query.filter),
      )
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
      return lookup.usageWith(tenant, [])
    },

    async usageOf({ tenant, parts }) {
      assertOpen()
      const all = lookup.ofTenant(tenant)
      return parts.map((part) => {
        if (part === VERSIONS) return usageOfVersions(lookup.versionBytes(tenant))
        return usageOfAll(
          all.filter((asset) => part === WHOLE_TENANT || counterKeysOf(asset).includes(part)),
        )
      })
    },

    async listKey(tenant) {
      assertOpen()
      return lastSeq.has(tenant) ? listKeys.of(tenant) : null
    },

    async listTenants({ after, limit }) {
      assertOpen()
      return [...lastSeq.keys()]
        .filter(
          (name) => lastSeq.get(name) !== 0 && (after === null || compareText(name, after) > 0),
        )
        .sort(compareText)
        .slice(0, limit)
        .map((tenant) => ({ tenant, ...usageOfAll(lookup.ofTenant(tenant)) }))
    },

    table: assetTable(assets),
    tenants: tenantTable(lastSeq, listKeys),
  }
}
