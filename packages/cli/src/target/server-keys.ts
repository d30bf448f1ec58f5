import type { ApiKey, Client } from '@stowage/client'
import { answered, listOf, object, orNull, text, time } from './answered.ts'
import { allPages, PER_PAGE } from './answered-pages.ts'
import type { KeyItem, KeysTarget } from './target.ts'

type Permissions = ApiKey['attributes']['permissions']

const ATTRIBUTES = {
  name: text,
  permissions: listOf(text),
  created_at: time,
  last_used_at: orNull(time),
  expires_at: orNull(time),
  revoked_at: orNull(time),
}

/** The keys of a service, for a caller who may manage them. */
export function serverKeys({ keys }: Client): KeysTarget {
  return {
    async create({ name, permissions, expiresAt }, signal) {
      const attributes = {
        name,
        // The service refuses unknown permissions.
        ...(permissions !== undefined && { permissions: permissions as Permissions }),
        ...(expiresAt !== undefined && { expires_at: expiresAt.toISOString() }),
      }
      const key = await keys.create(attributes, { signal })
      const { attributes: made } = answered('a key', key, { attributes: object })
      return { key: itemOfKey(key), ...answered('a key', made, { token: text }) }
    },
    async list(signal) {
      const all: KeyItem[] = []
      const ask = (page: number) => keys.list({ page, per_page: PER_PAGE }, { signal })
      for await (const key of allPages(ask)) all.push(itemOfKey(key))
      return all
    },
    revoke: (id, signal) => keys.revoke(id, { signal }),
  }
}

function itemOfKey(key: unknown): KeyItem {
  const { id, attributes } = answered('a key', key, { id: text, attributes: object })
  return { id, ...answered('a key', attributes, ATTRIBUTES) }
}
