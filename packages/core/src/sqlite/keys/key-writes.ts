import type { Timestamp } from '../../assets/asset.ts'
import { keyNotFound, keyRevoked, tooManyKeys } from '../../errors/metadata-errors.ts'
import type { ApiKeyRecord } from '../../keys/api-key.ts'
import type { KeyConditions } from '../../keys/api-key-records.ts'
import { type Micros, parseTimestamp, parseTimestampOrNull } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { countKeys, getKey, isKeyValid } from './key-reads.ts'

/** `key_revoked` when the key is unknown, revoked, or expired at that time. */
export function assertKeyValid(sql: Sql, id: string, at: Micros): void {
  if (!isKeyValid(sql, id, at)) throw keyRevoked()
}

/** `ApiKeyRecords.create` */
export function createKey(
  { sql, now }: Transaction,
  { key, limit, makerId = null }: KeyConditions & { readonly key: ApiKeyRecord },
): void {
  if (makerId !== null) assertKeyValid(sql, makerId, now)
  const tenantId = ensureTenant(sql, key.tenant)
  if (limit !== undefined && countKeys(sql, tenantId, 'unrevoked') >= limit)
    throw tooManyKeys(limit)
  insertKey(sql, key)
}

/** Writes a key record unchanged. */
export function insertKey(sql: Sql, key: ApiKeyRecord): void {
  sql(
    `INSERT INTO keys (id, tenant_id, name, permissions, secret_hash, created_at, last_used_at,
      expires_at, revoked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    key.id,
    ensureTenant(sql, key.tenant),
    key.name,
    JSON.stringify(key.permissions),
    key.secretHash,
    parseTimestamp(key.createdAt),
    parseTimestampOrNull(key.lastUsedAt),
    parseTimestampOrNull(key.expiresAt),
    parseTimestampOrNull(key.revokedAt),
  )
}

/** `ApiKeyRecords.update` */
export function updateKey(
  { sql }: Transaction,
  request: {
    readonly tenant: string
    readonly id: string
    readonly changes: { readonly revokedAt?: Timestamp; readonly lastUsedAt?: Timestamp }
  },
): ApiKeyRecord {
  const { tenant, id, changes } = request
  const key = getKey(sql, id)
  if (key?.tenant !== tenant) throw keyNotFound()
  const revokedAt = key.revokedAt ?? changes.revokedAt ?? null
  const lastUsedAt = changes.lastUsedAt ?? key.lastUsedAt
  sql('UPDATE keys SET revoked_at = ?, last_used_at = ? WHERE id = ?').run(
    parseTimestampOrNull(revokedAt),
    parseTimestampOrNull(lastUsedAt),
    id,
  )
  return { ...key, revokedAt, lastUsedAt }
}
