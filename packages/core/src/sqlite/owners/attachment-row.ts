import type { Attachment, AttachmentRecord } from '../../owners/owner.ts'
import { formatTimestamp, type Micros, parseTimestamp } from '../../time/timestamp.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { ensureTenant } from '../tenants/tenants.ts'

/** A row of `attachments` with the name of its tenant. */
export interface AttachmentRow {
  readonly tenant: string
  readonly owner_type: string
  readonly owner_id: string
  readonly field: string
  readonly asset_id: string
  readonly position: number
  readonly attached_at: Micros
  readonly key: string
}

/** The attachment of a row, as callers see it. */
export function attachmentOfRow(row: Omit<AttachmentRow, 'tenant'>): Attachment {
  return {
    type: row.owner_type,
    id: row.owner_id,
    field: row.field,
    assetId: row.asset_id,
    attachedAt: formatTimestamp(row.attached_at),
  }
}

/** The record of a row. */
export function attachmentRecordOfRow(row: AttachmentRow): AttachmentRecord {
  const { key, tenant, position } = row
  return { ...attachmentOfRow(row), key, tenant, position }
}

/** Takes the parameters that `attachmentParameters` makes. */
export const INSERT_ATTACHMENT = `
  INSERT INTO attachments (tenant_id, owner_type, owner_id, field, asset_id, position, attached_at, key)
  VALUES (:tenantId, :type, :id, :field, :assetId, :position, :attachedAt, :key)`

export function attachmentParameters(
  { type, id, field, assetId, position, attachedAt, key }: Omit<AttachmentRecord, 'tenant'>,
  tenantId: number,
): Record<string, SqliteValue> {
  const at = parseTimestamp(attachedAt)
  return { tenantId, type, id, field, assetId, position, attachedAt: at, key }
}

/** Writes an attachment unchanged. Replaces an equal one under another key, which was made again since. */
export function insertInPlaceOfEqual(sql: Sql, value: AttachmentRecord): void {
  const tenantId = ensureTenant(sql, value.tenant)
  sql(
    `DELETE FROM attachments WHERE tenant_id = ? AND owner_type = ? AND owner_id = ? AND field = ? AND asset_id = ?`,
  ).run(tenantId, value.type, value.id, value.field, value.assetId)
  sql(INSERT_ATTACHMENT).run(attachmentParameters(value, tenantId))
}
