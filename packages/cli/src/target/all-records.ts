import type { AssetStore } from '@stowage/core'
import { allTenants } from './all-tenants.ts'

/** Records of all tenants, including the trash: the amount of work on a whole store. */
export async function countRecords(store: AssetStore): Promise<number> {
  let records = 0
  for await (const { assets, trashedAssets } of allTenants(store)) records += assets + trashedAssets
  return records
}
