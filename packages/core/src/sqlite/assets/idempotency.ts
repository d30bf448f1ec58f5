import type { IdempotencyRecord } from '../../assets/insert-request.ts'
import { idempotencyConflict } from '../../errors/metadata-errors.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'

/** The record of an upload that a client may repeat, and when it expires. */
interface IdempotencyRow {
  readonly key: string
  readonly digest: string
  readonly ids: readonly string[]
  readonly expiresAt: Micros
}

/**
 * The ids of the assets that were stored under this key, when the tenant has a valid record of it.
 * `idempotency_conflict` when they came from other files.
 */
export function findReplay(
  sql: Sql,
  tenantId: number,
  { key, digest }: IdempotencyRecord,
  now: Micros,
): readonly string[] | null {
  const row = sql<{ digest: string; ids: string }>(
    'SELECT digest, ids FROM idempotency_records WHERE tenant_id = ? AND key = ? AND expires_at > ?',
  ).get(tenantId, key, now)
  if (row === undefined) return null
  if (row.digest !== digest) throw idempotencyConflict()
  return JSON.parse(row.ids)
}

/** Writes the record of an upload and replaces an expired one. */
export function setIdempotencyRecord(
  sql: Sql,
  tenantId: number,
  { key, digest, ids, expiresAt }: IdempotencyRow,
): void {
  sql(
    'REPLACE INTO idempotency_records (tenant_id, key, digest, ids, expires_at) VALUES (?, ?, ?, ?, ?)',
  ).run(tenantId, key, digest, JSON.stringify(ids), expiresAt)
}
