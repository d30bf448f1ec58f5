import { timingSafeEqual } from 'node:crypto'
import { isDate } from 'node:util/types'
import type { Timestamp } from '../asset/asset.ts'
import { type Clock, formatTimestamp, parseTimestamp } from '../asset/timestamp.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { ApiKey, ApiKeyRecord, Permission, Principal } from './api-key.ts'
import type { CreateKeyOptions, Keys } from './keys.ts'
import { hashSecret, newToken, parseToken } from './token.ts'

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete']
const TOUCH_EVERY = 60_000_000
/** Up to here microseconds are exact. */
const LAST_MILLIS = Number.MAX_SAFE_INTEGER / 1000
/** Compared against when a key is unknown, so that this takes as long as a wrong secret. */
const NO_HASH = '0'.repeat(64)

export interface KeyringOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  /** Whether `lastUsedAt` cannot be written. Default `false`. */
  readonly readOnly?: boolean
  readonly onError: (error: unknown) => void
}

/** Everything about keys that is not bound to one tenant. */
export interface Keyring {
  verify(token: string): Promise<Principal | null>
  forTenant(tenant: string): Keys
}

export function createKeyring(options: KeyringOptions): Keyring {
  const { metadata, clock, readOnly = false, onError } = options
  const touching = new Set<string>()

  async function verify(token: string): Promise<Principal | null> {
    const parts = parseToken(token)
    if (parts === null) return null
    const record = await metadata.getKey(parts.id)
    const given = Buffer.from(hashSecret(parts.secret))
    const matches = timingSafeEqual(given, Buffer.from(record?.secretHash ?? NO_HASH))
    const now = clock()
    if (record === null || !matches || !isValid(record, now)) return null
    touch(record, now)
    return {
      kind: 'key',
      id: record.id,
      tenant: record.tenant,
      permissions: record.permissions,
    }
  }

  /** Writes `lastUsedAt` beside the request: nobody waits for it. */
  function touch(record: ApiKeyRecord, now: number): void {
    const { id, tenant, lastUsedAt } = record
    // Timestamps are in the order of their text.
    if (lastUsedAt !== null && lastUsedAt > formatTimestamp(now - TOUCH_EVERY)) return
    if (readOnly || touching.has(id)) return
    touching.add(id)
    metadata
      .updateKey({ tenant, id, changes: { lastUsedAt: formatTimestamp(now) } })
      .catch((error) => {
        if (!isStowageError(error, 'closed')) onError(error)
      })
      .finally(() => touching.delete(id))
  }

  return {
    verify,
    forTenant: (tenant) => ({
      async create(options) {
        const { id, secret, token } = newToken()
        const key: ApiKey = {
          id,
          name: validName(options.name),
          tenant,
          permissions: validPermissions(options.permissions),
          createdAt: formatTimestamp(clock()),
          lastUsedAt: null,
          expiresAt: validExpiry(options.expiresAt),
          revokedAt: null,
        }
        await metadata.createKey({ ...key, secretHash: hashSecret(secret) })
        return { key, token }
      },
      verify,
      list: async () => (await metadata.listKeys(tenant)).map(withoutSecret),
      revoke: async (id) =>
        withoutSecret(
          await metadata.updateKey({
            tenant,
            id,
            changes: { revokedAt: formatTimestamp(clock()) },
          }),
        ),
    }),
  }
}

function isValid(key: ApiKey, now: number): boolean {
  return key.revokedAt === null && (key.expiresAt === null || parseTimestamp(key.expiresAt) > now)
}

function withoutSecret({ secretHash: _, ...key }: ApiKeyRecord): ApiKey {
  return key
}

function validName(name: string): string {
  if (typeof name === 'string' && name.length >= 1 && name.length <= 255) return name
  throw invalidArgument('name', 'A key needs a name of 1 to 255 characters.')
}

function validPermissions(permissions: CreateKeyOptions['permissions']): readonly Permission[] {
  if (permissions === undefined) return PERMISSIONS
  if (permissions.length > 0 && permissions.every((one) => PERMISSIONS.includes(one))) {
    return PERMISSIONS.filter((one) => permissions.includes(one))
  }
  throw invalidArgument('permissions', `Permissions are one or more of ${PERMISSIONS.join(', ')}.`)
}

function validExpiry(expiresAt: CreateKeyOptions['expiresAt']): Timestamp | null {
  if (expiresAt === undefined) return null
  const millis = isDate(expiresAt) ? expiresAt.getTime() : Date.parse(expiresAt)
  if (millis >= 0 && millis <= LAST_MILLIS) return formatTimestamp(millis * 1000)
  throw invalidArgument(
    'expiresAt',
    'expiresAt must be a Date or an ISO 8601 time, from 1970 to 2255.',
  )
}
