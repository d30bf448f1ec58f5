import type { ApiKey, Client } from '@stowage/client'
import type { KeyItem, KeysTarget } from './target.ts'

type Permissions = ApiKey['attributes']['permissions']

const PER_PAGE = 100

/** The keys of a service, for a caller who may manage them. */
export function serverKeys({ keys }: Client): KeysTarget {
  return {
    async create({ name, permissions, expiresAt }, signal) {
      const attributes = {
        name,
        // The service refuses what is none.
        ...(permissions !== undefined && { permissions: permissions as Permissions }),
        ...(expiresAt !== undefined && { expires_at: expiresAt.toISOString() }),
      }
      const key = await keys.create(attributes, { signal })
      return { key: itemOfKey(key), token: key.attributes.token }
    },
    async list(signal) {
      const all: KeyItem[] = []
      for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
        const { data, meta } = await keys.list({ page, per_page: PER_PAGE }, { signal })
        lastPage = meta.last_page
        all.push(...data.map(itemOfKey))
      }
      return all
    },
    revoke: (id, signal) => keys.revoke(id, { signal }),
  }
}

function itemOfKey({ id, attributes }: Pick<ApiKey, 'id' | 'attributes'>): KeyItem {
  const { name, permissions, created_at, last_used_at, expires_at, revoked_at } = attributes
  return { id, name, permissions, created_at, last_used_at, expires_at, revoked_at }
}
