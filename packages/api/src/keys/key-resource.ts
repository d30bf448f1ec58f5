import type { ApiKey, Permission } from '@stowage/core'
import type { KeyPage } from '@stowage/core/types'
import { type PageOfList, pageOfList } from '../documents/page-of-list.ts'
import type { Query } from '../http/query/query.ts'

/** The attributes of an API key. Times are UTC with six fractional digits. */
export interface KeyAttributes {
  /** What the key is for. */
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly created_at: string
  /** Written at most once a minute; `null`: never used. */
  readonly last_used_at: string | null
  /** `null`: never. */
  readonly expires_at: string | null
  /** `null` unless it is revoked. */
  readonly revoked_at: string | null
}

/** The attributes of a new API key as its maker sees it. */
export interface NewKeyAttributes extends KeyAttributes {
  /** `stw_…`: sent as Bearer token. Shown once. */
  readonly token: string
}

/** A JSON:API resource object of an API key. */
export interface KeyResource<Attributes = KeyAttributes> {
  /** The public part of its token. */
  readonly id: string
  readonly type: 'api-keys'
  readonly attributes: Attributes
}

/** One page of API keys, with links to the others. */
export interface KeyCollection extends PageOfList {
  readonly data: readonly KeyResource[]
}

/** A key as clients see it. */
export function keyResource({ id, ...key }: ApiKey): KeyResource {
  return { id, type: 'api-keys', attributes: attributesOf(key) }
}

/** A new key, with its token. */
export function newKeyResource(
  { id, ...key }: ApiKey,
  token: string,
): KeyResource<NewKeyAttributes> {
  return { id, type: 'api-keys', attributes: Object.assign(attributesOf(key), { token }) }
}

/** A page as clients see it. */
export function keyCollection(
  page: KeyPage,
  { root, query }: { readonly root: string; readonly query: Query },
): KeyCollection {
  const data = page.keys.map(keyResource)
  return { data, ...pageOfList(page, data.length, { path: `${root}/keys`, query }) }
}

function attributesOf(key: Omit<ApiKey, 'id'>): KeyAttributes {
  const { name, permissions, createdAt, lastUsedAt, expiresAt, revokedAt } = key
  return {
    name,
    permissions,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
  }
}
