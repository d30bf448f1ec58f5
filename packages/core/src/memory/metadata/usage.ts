import type { AssetRecord } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import type { PartUsage, TenantUsage } from '../../assets/asset-records.ts'

/** The number of assets and their bytes. */
export function sumOf(assets: readonly Pick<AssetRecord, 'size' | 'variants'>[]): TenantUsage {
  return { assets: assets.length, bytes: assets.reduce((sum, asset) => sum + bytesOf(asset), 0) }
}

/** The counts of `VERSIONS`. */
export function usageOfVersions(bytes: number): PartUsage {
  return { assets: 0, bytes, trashedAssets: 0, trashedBytes: 0 }
}

/** The counts of active and of trashed assets. */
export function usageOfAll(all: readonly AssetRecord[]): PartUsage {
  const active = sumOf(all.filter(({ trashedAt }) => trashedAt === null))
  const trash = sumOf(all.filter(({ trashedAt }) => trashedAt !== null))
  return { ...active, trashedAssets: trash.assets, trashedBytes: trash.bytes }
}
