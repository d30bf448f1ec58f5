import type { AssetRecord } from '../../../assets/asset.ts'
import type { ListQuery, TenantUsage } from '../../../assets/asset-records.ts'
import { type AssetScope, isInScope } from '../../../assets/asset-scope.ts'
import type { InsertRequest } from '../../../assets/insert-request.ts'
import type { CheckedFilter } from '../../../filters/asset-filters.ts'
import type { VersionRecord } from '../../../versions/asset-version.ts'
import type { FolderTree } from '../folder-tree.ts'
import { sumOf } from '../usage.ts'
import { versionBytes } from '../versions.ts'

/** Finds records of assets. All methods but `find` walk over all records. */
export interface AssetLookup {
  /** The asset of this tenant, trashed or not, within the scope. */
  find(tenant: string, id: string, scope?: AssetScope | null): AssetRecord | null
  /** All of the tenant, trashed or not. */
  ofTenant(tenant: string): readonly AssetRecord[]
  /** Trashed or not. */
  withExternalId(tenant: string, externalId: string): AssetRecord | null
  /** The ids of the folders that a filter's `folderTree` names: none for a folder outside the scope. */
  treeOf(
    query: Pick<ListQuery, 'tenant' | 'scope'>,
    filter: CheckedFilter | undefined,
  ): ReadonlySet<string>
  /** Bytes of all versions of the tenant. */
  versionBytes(tenant: string): number
  /** What the tenant would have with these assets added, versions included. */
  usageWith(tenant: string, fresh: InsertRequest['assets']): TenantUsage
}

export function createAssetLookup({
  assets,
  folders,
  versions,
}: {
  readonly assets: ReadonlyMap<string, AssetRecord>
  readonly folders: FolderTree
  readonly versions: ReadonlyMap<string, VersionRecord>
}): AssetLookup {
  function ofTenant(tenant: string): readonly AssetRecord[] {
    return [...assets.values()].filter((asset) => asset.tenant === tenant)
  }

  return {
    ofTenant,
    find(tenant, id, scope) {
      const asset = assets.get(id)
      return asset?.tenant === tenant && isInScope(asset, scope) ? asset : null
    },
    withExternalId: (tenant, externalId) =>
      ofTenant(tenant).find((asset) => asset.externalId === externalId) ?? null,
    treeOf({ tenant, scope }, filter) {
      const top = filter?.folderTree === undefined ? undefined : folders.get(filter.folderTree)
      if (top === undefined || top.tenant !== tenant || !isInScope(top, scope)) return new Set()
      return new Set(folders.subtree(top).map(({ id }) => id))
    },
    versionBytes: (tenant) => versionBytes(versions, tenant),
    usageWith(tenant, fresh) {
      const { assets: count, bytes } = sumOf([...ofTenant(tenant), ...fresh])
      return { assets: count, bytes: bytes + versionBytes(versions, tenant) }
    },
  }
}
