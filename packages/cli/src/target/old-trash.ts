import type { AssetStore } from '@stowage/core'
import { allTenants } from './all-tenants.ts'

const DAY = 24 * 60 * 60 * 1000

/** Files of all tenants that have been in the trash for this many days, by the clock of this machine. */
export async function countOldTrash(
  store: AssetStore,
  days: number,
  signal: AbortSignal,
): Promise<number> {
  const before = new Date(Date.now() - days * DAY).toISOString()
  let count = 0
  for await (const { tenant, trashedAssets } of allTenants(store)) {
    if (trashedAssets === 0) continue
    for await (const asset of store
      .for({ tenant })
      .matching({})
      .iterate({ trashed: true, signal })) {
      if (asset.trashedAt !== null && asset.trashedAt < before) count += 1
    }
  }
  return count
}
