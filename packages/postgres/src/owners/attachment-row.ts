import {
  type Attachment,
  type AttachmentRecord,
  formatTimestamp,
  parseTimestamp,
} from '@stowage/core/internal'

/** A row of `attachments` with the name of its tenant. Times in microseconds. */
export interface AttachmentRow {
  readonly tenant: string
  readonly owner_type: string
  readonly owner_id: string
  readonly field: string
  readonly asset_id: string
  readonly position: number
  readonly attached_at: number
  readonly key: string
}

/** A row as it is stored. */
export type StoredAttachment = Omit<AttachmentRow, 'tenant'> & { readonly tenant_id: number }

/** Selects an `AttachmentRow`; a `WHERE` follows. */
export const SELECT_ATTACHMENT =
  'SELECT t.name AS tenant, x.* FROM $schema.attachments x JOIN $schema.tenants t ON t.id = x.tenant_id'

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

/** The row of an attachment. */
export function rowOfAttachment(
  { type, id, field, assetId, position, attachedAt, key }: AttachmentRecord,
  tenantId: number,
): StoredAttachment {
  return {
    tenant_id: tenantId,
    owner_type: type,
    owner_id: id,
    field,
    asset_id: assetId,
    position,
    attached_at: parseTimestamp(attachedAt),
    key,
  }
}
