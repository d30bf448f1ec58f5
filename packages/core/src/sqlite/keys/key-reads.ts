import type { ApiKeyRecord, Permission } from '../../keys/api-key.ts'
import type { KeyList, KeyQuery } from '../../keys/api-key-records.ts'
import { formatTimestamp, formatTimestampOrNull, type Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { findTenant } from '../tenants/tenants.ts'

/** A row of `keys` with the name of its tenant. */
export interface KeyRow {
  readonly id: string
  readonly tenant: string
  readonly name: string
  readonly permissions: string
  readonly secret_hash: string
  readonly created_at: Micros
  readonly last_used_at: Micros | null
  readonly expires_at: Micros | null
  readonly revoked_at: Micros | null
}

/** Selects a `KeyRow`; a `WHERE` follows. */
const SELECT_KEY = `
  SELECT k.id, t.name AS tenant, k.name, k.permissions, k.secret_hash, k.created_at, k.last_used_at,
    k.expires_at, k.revoked_at
  FROM keys k JOIN tenants t ON t.id = k.tenant_id`

/** Made once, as in `asset-reads.ts`. */
const BY_ID = `${SELECT_KEY} WHERE k.id = ?`

/** `ApiKeyRecords.get` */
export function getKey(sql: Sql, id: string): ApiKeyRecord | null {
  const row = sql<KeyRow>(BY_ID).get(id)
  return row === undefined ? null : keyOfRow(row)
}

/** Whether the key is known, not revoked, and not expired at that time. */
export function isKeyValid(sql: Sql, id: string, at: Micros): boolean {
  const valid = sql(
    'SELECT 1 FROM keys WHERE id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)',
  ).get(id, at)
  return valid !== undefined
}

/** `ApiKeyRecords.list` */
export function listKeys(sql: Sql, tenant: string): readonly ApiKeyRecord[] {
  return sql<KeyRow>(`${SELECT_KEY} WHERE t.name = ? ORDER BY k.created_at, k.rowid`)
    .all(tenant)
    .map(keyOfRow)
}

/** `ApiKeyRecords.page` */
export function pageOfKeys(sql: Sql, { tenant, offset, limit }: KeyQuery): KeyList {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { keys: [], total: 0 }
  const rows = sql<KeyRow>(
    `${SELECT_KEY} WHERE k.tenant_id = ? ORDER BY k.created_at DESC, k.rowid DESC LIMIT ? OFFSET ?`,
  ).all(tenantId, limit, offset)
  return { keys: rows.map(keyOfRow), total: countKeys(sql, tenantId, 'all') }
}

/** The number of a tenant's keys: all, or those that are not revoked. */
export function countKeys(sql: Sql, tenantId: number, which: 'all' | 'unrevoked'): number {
  const count = 'SELECT count(*) AS n FROM keys WHERE tenant_id = ?'
  const text = which === 'all' ? count : `${count} AND revoked_at IS NULL`
  return sql<{ n: number }>(text).get(tenantId)?.n ?? 0
}

/** The record of a row. */
export function keyOfRow(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    name: row.name,
    tenant: row.tenant,
    permissions: JSON.parse(row.permissions) as Permission[],
    createdAt: formatTimestamp(row.created_at),
    lastUsedAt: formatTimestampOrNull(row.last_used_at),
    expiresAt: formatTimestampOrNull(row.expires_at),
    revokedAt: formatTimestampOrNull(row.revoked_at),
    secretHash: row.secret_hash,
  }
}
