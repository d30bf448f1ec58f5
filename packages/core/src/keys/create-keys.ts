import { types } from 'node:util'
import type { CreateKeyOptions, Keys } from '../asset-store/keys.ts'
import { CALLS } from '../asset-store/known-options.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStorableText, requireText } from '../errors/require-text.ts'
import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import type { ApiKey, ApiKeyRecord, Permission, Principal } from '../model/api-key.ts'
import type { Timestamp } from '../model/asset.ts'
import { type Clock, formatTimestamp, parseTimestamp } from '../model/timestamp.ts'
import { assertKnown } from '../options/known-options.ts'
import type { FoundKey } from '../ports/api-key-records.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { hashSecret, isSecretOf, newToken, parseToken } from './token.ts'

const PERMISSIONS: readonly Permission[] = ['read', 'write', 'delete']
const TOUCH_EVERY = 60_000_000
/** Up to here microseconds are exact. */
const LAST_MILLIS = Number.MAX_SAFE_INTEGER / 1000

interface KeyringOptions {
  readonly metadata: MetadataStore
  readonly clock: Clock
  /** Whether `lastUsedAt` cannot be written. Default `false`. */
  readonly readOnly?: boolean
  readonly onError: (error: unknown) => void
  /** Throws when the store is closed. Default: it never is. */
  readonly assertOpen?: () => void
}

/** Everything about keys that is not bound to one tenant. */
export interface Keyring {
  verify(token: string): Promise<Principal | null>
  forTenant(tenant: string): Keys
}

export function createKeyring(options: KeyringOptions): Keyring {
  const { metadata, clock, readOnly = false, onError, assertOpen = () => {} } = options
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
    // One from the future is of a wrong clock, and is not waited for.
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

  return {
    verify,
    forTenant: (tenant) => ({
      async create(options) {
        assertOpen()
        if (typeof options !== 'object' || options === null) {
          throw invalidArgument('options', 'options must be an object with the name of the key.')
        }
        assertKnown(CALLS.createKey, options)
        const { id, secret, token } = newToken('stw')
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
        await metadata.apiKeys.create({ ...key, secretHash: hashSecret(secret) })
        return { key, token }
      },
      verify,
      async list() {
        assertOpen()
        return (await metadata.apiKeys.list(tenant)).map(withoutSecret)
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

/** By the time of the database. Timestamps are in the order of their text. */
function isValid({ key, now }: FoundKey): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

function withoutSecret({ secretHash: _, ...key }: ApiKeyRecord): ApiKey {
  return key
}

function validName(name: string): string {
  if (isStorableText(name) && name.length >= 1 && name.length <= 255) return name
  throw invalidArgument(
    'name',
    'A key needs a name of 1 to 255 characters: well-formed Unicode without NUL characters.',
  )
}

function validPermissions(permissions: CreateKeyOptions['permissions']): readonly Permission[] {
  if (permissions === undefined) return PERMISSIONS
  if (!Array.isArray(permissions)) throw wrongPermissions()
  if (permissions.length > 0 && permissions.every((one) => PERMISSIONS.includes(one))) {
    return PERMISSIONS.filter((one) => permissions.includes(one))
  }
  throw wrongPermissions()
}

function wrongPermissions(): StowageError {
  return invalidArgument(
    'permissions',
    `permissions must be an array of one or more of ${PERMISSIONS.join(', ')}.`,
  )
}

function validExpiry(expiresAt: CreateKeyOptions['expiresAt']): Timestamp | null {
  if (expiresAt === undefined) return null
  const millis = types.isDate(expiresAt) ? expiresAt.getTime() : Date.parse(String(expiresAt))
  if (millis >= 0 && millis <= LAST_MILLIS) return formatTimestamp(millis * 1000)
  throw invalidArgument(
    'expiresAt',
    'expiresAt must be a Date or an ISO 8601 time, from 1970 to 2255.',
  )
}
