import type { AssetStore } from '@stowage/core'

/** Records of all tenants, those in the trash too: what work on a whole store goes through. */
export async function countRecords(store: AssetStore): Promise<number> {
  let records = 0
  let after: string | null = null
  do {
    const { tenants, next } = await store.tenants.list({ after, limit: 1000 })
    for (const { assets, trashedAssets } of tenants) records += assets + trashedAssets
    after = next
  } while (after !== null)
  return records
}
