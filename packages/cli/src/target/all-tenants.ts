import type { AssetStore } from '@stowage/core'
import type { TenantEntry } from '@stowage/core/types'

/** Every tenant of a store, by name, a page in memory at a time. */
export async function* allTenants(store: AssetStore): AsyncGenerator<TenantEntry, void, undefined> {
  let after: string | null = null
  do {
    const { tenants, next } = await store.admin.tenants.list({ after, limit: 1000 })
    yield* tenants
    after = next
  } while (after !== null)
}
