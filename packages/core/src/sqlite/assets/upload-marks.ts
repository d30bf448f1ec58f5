import { idempotencyConflict, uploadRepeated } from '../../errors/metadata-errors.ts'
import type { Micros } from '../../model/timestamp.ts'
import type { IdempotencyRecord } from '../../ports/asset-records.ts'
import type { Sql } from '../writer/client.ts'

/** What a mark says, and when it counts no more. */
export interface MarkRow {
  readonly key: string
  readonly digest: string
  readonly ids: readonly string[]
  readonly expiresAt: Micros
}

/** `upload_repeated` or `idempotency_conflict` when the tenant has a mark of this key that holds now. */
export function checkMark(
  sql: Sql,
  tenantId: number,
  { key, digest }: IdempotencyRecord,
  now: Micros,
): void {
  const mark = sql<{ digest: string; ids: string }>(
    'SELECT digest, ids FROM upload_marks WHERE tenant_id = ? AND key = ? AND expires_at > ?',
  ).get(tenantId, key, now)
  if (mark === undefined) return
  throw mark.digest === digest ? uploadRepeated(JSON.parse(mark.ids)) : idempotencyConflict()
}

/** Sets the mark of an upload, in place of one that has expired. */
export function setMark(
  sql: Sql,
  tenantId: number,
  { key, digest, ids, expiresAt }: MarkRow,
): void {
  sql(
    'REPLACE INTO upload_marks (tenant_id, key, digest, ids, expires_at) VALUES (?, ?, ?, ?, ?)',
  ).run(tenantId, key, digest, JSON.stringify(ids), expiresAt)
}
