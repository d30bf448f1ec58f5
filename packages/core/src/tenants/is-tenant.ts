import type { StoreCore } from '../store/opening/store-core.ts'
import { WHOLE_TENANT } from '../usage/asset-parts.ts'

/** Tenants per query. */
const PAGE = 1000

/** Whether a tenant has anything, or a file was ever stored for it. */
export async function isTenant({ metadata }: StoreCore, tenant: string): Promise<boolean> {
  const [usage] = await metadata.assets.usageOf({ tenant, parts: [WHOLE_TENANT] })
  if (usage !== undefined && usage.assets + usage.trashedAssets > 0) return true
  const { folders } = await metadata.folders.list({ tenant, offset: 0, limit: 1 })
  if (folders.length > 0 || (await metadata.apiKeys.list(tenant)).length > 0) return true
  // A tenant whose files were all purged still has its name.
  for (let after: string | null = null; ; ) {
    const found = await metadata.assets.listTenants({ after, limit: PAGE })
    if (found.some((each) => each.tenant === tenant)) return true
    after = found.at(-1)?.tenant ?? null
    if (found.length < PAGE) return false
  }
}
