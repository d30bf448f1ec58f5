import { requireText } from '../arguments/require-text.ts'
import { keyRevoked } from '../errors/metadata-errors.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { requireOptions } from '../options/call-options.ts'
import { DEFAULT_LIMITS, DEFAULT_PER_PAGE, requirePage } from '../options/limits.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { CALLS } from '../store/known-options.ts'
import { type Clock, formatTimestamp, parseTimestamp } from '../time/timestamp.ts'
import type { ApiKey, Principal } from './api-key.ts'
import type { FoundKey } from './api-key-records.ts'
import { expiryWithin, requireKeyOptions } from './key-options.ts'
import type { Keys } from './keys.ts'
import { hashSecret, isSecretOf, newToken, parseToken } from './token.ts'
import { withoutSecret } from './without-secret.ts'

const TOUCH_EVERY = 60_000_000

interface KeyringOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  /** The most keys of one tenant that are not revoked. Default: the default of the store's options. */
  readonly keysPerTenant?: number
  /** Whether `lastUsedAt` cannot be written. Default `false`. */
  readonly readOnly?: boolean
  readonly onError: (error: unknown) => void
  /** Throws when the store is closed. Default: it never is. */
  readonly assertOpen?: () => void
}

/** Key operations that are not bound to one tenant. */
export interface Keyring {
  verify(token: string): Promise<Principal | null>
  forTenant(tenant: string): Keys
}

export function createKeyring(options: KeyringOptions): Keyring {
  const { metadata, clock, readOnly = false, onError, assertOpen = () => {} } = options
  const { keysPerTenant = DEFAULT_LIMITS.keysPerTenant } = options
  const touching = new Set<string>()

  async function verify(token: string): Promise<Principal | null> {
    assertOpen()
    const parts = typeof token === 'string' ? parseToken('stw', token) : null
    if (parts === null) return null
    const found = await metadata.apiKeys.get(parts.id)
    const matches = isSecretOf(parts.secret, found?.key.secretHash)
    if (found === null || !matches || !isValid(found)) return null
    const record = found.key
    touch(found)
    return {
      kind: 'key',
      id: record.id,
      tenant: record.tenant,
      permissions: record.permissions,
    }
  }

  /** Writes `lastUsedAt` in the background: the request does not wait for it. */
  function touch({ key: { id, tenant, lastUsedAt }, now }: FoundKey): void {
    const unused = lastUsedAt === null ? null : parseTimestamp(now) - parseTimestamp(lastUsedAt)
    // A time in the future comes from a wrong clock and is overwritten at once.
    if (unused !== null && unused >= 0 && unused < TOUCH_EVERY) return
    if (readOnly || touching.has(id)) return
    touching.add(id)
    metadata.apiKeys
      .update({ tenant, id, changes: { lastUsedAt: now } })
      .catch((error) => {
        if (!isStowageError(error, 'closed')) onError(error)
      })
      .finally(() => touching.delete(id))
  }

  /** When the API key of this principal expires, if it has one. Rejects with `key_revoked` unless the key is valid. */
  async function endOf(principal: Principal | null) {
    if (principal?.kind !== 'key') return null
    const maker = await metadata.apiKeys.get(principal.id)
    if (maker?.key.tenant !== principal.tenant || !isValid(maker)) throw keyRevoked()
    return maker.key.expiresAt
  }

  return {
    verify,
    forTenant: (tenant) => ({
      async create(options) {
        assertOpen()
        const { name, permissions, expiresAt, principal } = requireKeyOptions(tenant, options)
        const end = await endOf(principal)
        const { id, secret, token } = newToken('stw')
        const key: ApiKey = {
          id,
          name,
          tenant,
          permissions,
          createdAt: formatTimestamp(clock()),
          lastUsedAt: null,
          expiresAt: expiryWithin(end, expiresAt),
          revokedAt: null,
        }
        await metadata.apiKeys.create(
          { ...key, secretHash: hashSecret(secret) },
          { limit: keysPerTenant, makerId: principal?.kind === 'key' ? principal.id : null },
        )
        return { key, token }
      },
      verify,
      async list() {
        assertOpen()
        return (await metadata.apiKeys.list(tenant)).map(withoutSecret)
      },
      async page(options = {}) {
        const {
          page = 1,
          perPage = DEFAULT_PER_PAGE,
          signal,
        } = requireOptions(CALLS.pageOfKeys, options)
        requirePage(page, perPage)
        signal?.throwIfAborted()
        assertOpen()
        const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER)
        const { keys, total } = await metadata.apiKeys.page({ tenant, offset, limit: perPage })
        const lastPage = Math.max(1, Math.ceil(total / perPage))
        return { keys: keys.map(withoutSecret), page, perPage, total, lastPage }
      },
      async revoke(id) {
        assertOpen()
        const changes = { revokedAt: formatTimestamp(clock()) }
        const request = { tenant, id: requireText('id', id), changes }
        return withoutSecret(await metadata.apiKeys.update(request))
      },
    }),
  }
}

/** Compares with the time of the database. Timestamps sort as text. */
function isValid({ key, now }: FoundKey): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}
