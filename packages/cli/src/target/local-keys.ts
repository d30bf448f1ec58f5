import type { ApiKey, AssetStore, Permission } from '@stowage/core'
import type { KeyItem, KeysTarget } from './target.ts'

/** The keys of a store. */
export function localKeys(store: AssetStore): KeysTarget {
  return {
    async create({ name, permissions, expiresAt }) {
      const { key, token } = await store.keys.create({
        name,
        // The store refuses unknown permissions.
        ...(permissions !== undefined && { permissions: permissions as readonly Permission[] }),
        ...(expiresAt !== undefined && { expiresAt }),
      })
      return { key: itemOfKey(key), token }
    },
    list: async () => (await store.keys.list()).map(itemOfKey).reverse(),
    revoke: async (id) => void (await store.keys.revoke(id)),
  }
}

function itemOfKey(key: ApiKey): KeyItem {
  const { id, name, permissions, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  return {
    id,
    name,
    permissions,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  }
}
