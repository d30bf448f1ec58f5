import type { Permission } from '@stowage/core'
import {
  type ApiKeyRecord,
  type ApiKeyRecords,
  alreadyExists,
  type FoundKey,
  formatTimestamp,
  formatTimestampOrNull,
  invalidArgument,
  type KeyConditions,
  type KeyList,
  type KeyQuery,
  keyNotFound,
  keyRevoked,
  parseTimestamp,
  parseTimestampOrNull,
  tooManyKeys,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { QueryFailure } from '../connection/failure.ts'
import { lockLivingTenant } from '../tenants/tenants.ts'

/** A row of `keys` with the name of its tenant. */
export interface KeyRow {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly secret_hash: string
  readonly created_at: number
  readonly last_used_at: number | null
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

/** Selects a `KeyRow`; a `WHERE` follows. */
export const SELECT_KEY =
  'SELECT t.name AS tenant, k.* FROM $schema.keys k JOIN $schema.tenants t ON t.id = k.tenant_id'

/** `ApiKeyRecords.get` */
export async function getKey(sql: Sql, id: string): Promise<FoundKey | null> {
  const [row] = await sql<KeyRow & { now: number }>(
    `SELECT found.*, $now AS now FROM (${SELECT_KEY} WHERE k.id = $1) AS found`,
    [id],
  )
  return row === undefined ? null : { key: keyOfRow(row), now: formatTimestamp(row.now) }
}

/** The planner treats the result of a subquery as one tenant, so the rows follow `keys_tenant` in its order. */
const OF_TENANT = 'k.tenant_id = (SELECT id FROM $schema.tenants WHERE name = $1)'

/** `ApiKeyRecords.list` */
export async function listKeys(sql: Sql, tenant: string): Promise<readonly ApiKeyRecord[]> {
  const text = `${SELECT_KEY} WHERE ${OF_TENANT} ORDER BY k.tenant_id, k.created_at, k.number`
  return (await sql<KeyRow>(text, [tenant])).map(keyOfRow)
}

/** `ApiKeyRecords.page` */
export async function pageOfKeys(sql: Sql, { tenant, offset, limit }: KeyQuery): Promise<KeyList> {
  const text = `${SELECT_KEY} WHERE ${OF_TENANT}
    ORDER BY k.tenant_id DESC, k.created_at DESC, k.number DESC LIMIT $2 OFFSET $3`
  const rows = await sql<KeyRow>(text, [tenant, limit, offset])
  const [count] = await sql<{ total: number }>(
    `SELECT count(*) AS total FROM $schema.keys k WHERE ${OF_TENANT}`,
    [tenant],
  )
  return { keys: rows.map(keyOfRow), total: count?.total ?? 0 }
}

/** `ApiKeyRecords.create` */
export async function createKey(
  sql: Sql,
  key: ApiKeyRecord,
  { limit, makerId = null }: KeyConditions = {},
): Promise<void> {
  const owner = await lockLivingTenant(sql, key.tenant)
  if (limit !== undefined) await assertRoom(sql, owner.id, limit)
  // Last, as in `insertBatch`: a revocation waits only for the commit.
  if (makerId !== null) await assertKeyValid(sql, makerId)
  await insertKey(sql, key)
}

/** `too_many_keys` when the tenant has `limit` keys that are not revoked. The tenant is locked. */
async function assertRoom(sql: Sql, tenantId: number, limit: number): Promise<void> {
  const [count] = await sql<{ n: number }>(
    'SELECT count(*) AS n FROM $schema.keys WHERE tenant_id = $1 AND revoked_at IS NULL',
    [tenantId],
  )
  if ((count?.n ?? 0) >= limit) throw tooManyKeys(limit)
}

/** `key_revoked` unless the key is valid; it then stays valid until the transaction ends. */
export async function assertKeyValid(sql: Sql, id: string): Promise<void> {
  const [valid] = await sql<{ id: string }>(
    `SELECT id FROM (${lockValidKeysText('$1')}) AS locked
      WHERE expires_at IS NULL OR expires_at > $now`,
    [[id]],
  )
  if (valid === undefined) throw keyRevoked()
}

/** Writes a key record of an existing tenant unchanged. */
export async function insertKey(sql: Sql, key: ApiKeyRecord): Promise<void> {
  // The client would replace it by another character.
  if (/\p{Surrogate}/u.test(key.name)) {
    throw invalidArgument('name', 'The name of a key must not hold half a character.')
  }
  try {
    await sql(
      `INSERT INTO $schema.keys (id, tenant_id, name, permissions, secret_hash, created_at,
        last_used_at, expires_at, revoked_at)
      VALUES ($1, (SELECT id FROM $schema.tenants WHERE name = $2), $3, $4, $5, $6, $7, $8, $9)`,
      [
        key.id,
        key.tenant,
        key.name,
        JSON.stringify(key.permissions),
        key.secretHash,
        parseTimestamp(key.createdAt),
        parseTimestampOrNull(key.lastUsedAt),
        parseTimestampOrNull(key.expiresAt),
        parseTimestampOrNull(key.revokedAt),
      ],
    )
  } catch (error) {
    throw error instanceof QueryFailure && error.kind === 'taken' ? alreadyExists('id') : error
  }
}

/** `ApiKeyRecords.update` */
export async function updateKey(
  sql: Sql,
  { tenant, id, changes }: Parameters<ApiKeyRecords['update']>[0],
): Promise<ApiKeyRecord> {
  const [row] = await sql<KeyRow>(
    `${SELECT_KEY} WHERE k.id = $1 AND t.name = $2 FOR NO KEY UPDATE OF k`,
    [id, tenant],
  )
  if (row === undefined) throw keyNotFound()
  const key = keyOfRow(row)
  const revokedAt = key.revokedAt ?? changes.revokedAt ?? null
  const lastUsedAt = changes.lastUsedAt ?? key.lastUsedAt
  await sql('UPDATE $schema.keys SET revoked_at = $2, last_used_at = $3 WHERE id = $1', [
    id,
    parseTimestampOrNull(revokedAt),
    parseTimestampOrNull(lastUsedAt),
  ])
  return { ...key, revokedAt, lastUsedAt }
}

/**
 * Selects `id` and `expires_at` of the unrevoked keys in this list, and locks them, so that no key is revoked until the
 * transaction ends.
 */
export function lockValidKeysText(parameter: string): string {
  return `SELECT id, expires_at FROM $schema.keys
    WHERE id = ANY(${parameter}::text[]) AND revoked_at IS NULL ORDER BY id FOR SHARE`
}

export function keyOfRow(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    tenant: row.tenant,
    permissions: row.permissions,
    createdAt: formatTimestamp(row.created_at),
    lastUsedAt: formatTimestampOrNull(row.last_used_at),
    expiresAt: formatTimestampOrNull(row.expires_at),
    revokedAt: formatTimestampOrNull(row.revoked_at),
    secretHash: row.secret_hash,
  }
}
