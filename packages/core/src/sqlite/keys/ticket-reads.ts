import { ownDataOfJson } from '../../own-data/own-data-column.ts'
import type { UploadTicketRecord } from '../../tickets/upload-ticket.ts'
import { formatTimestamp, formatTimestampOrNull, type Micros } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'

/** A row of `upload_tickets` with the name of its tenant. */
export interface TicketRow {
  readonly id: string
  readonly tenant: string
  readonly created_by: string | null
  readonly key_id: string | null
  readonly secret_hash: string
  readonly created_at: Micros
  readonly expires_at: Micros
  readonly revoked_at: Micros | null
  readonly files: number
  readonly bytes: number
  readonly files_left: number
  readonly bytes_left: number
  readonly allow: string | null
  readonly folder_id: string | null
  readonly own: string | null
  readonly pending_hours: number | null
}

const BY_ID = `SELECT x.*, t.name AS tenant
  FROM upload_tickets x JOIN tenants t ON t.id = x.tenant_id WHERE x.id = ?`

/** The ticket; `null` when it is unknown. */
export function getTicket(sql: Sql, id: string): UploadTicketRecord | null {
  const row = sql<TicketRow>(BY_ID).get(id)
  return row === undefined ? null : ticketOfRow(row)
}

/** The record of a row. */
export function ticketOfRow(row: TicketRow): UploadTicketRecord {
  const { tags, metadata } = ownDataOfJson(row.own)
  return {
    id: row.id,
    tenant: row.tenant,
    createdBy: row.created_by,
    keyId: row.key_id,
    createdAt: formatTimestamp(row.created_at),
    expiresAt: formatTimestamp(row.expires_at),
    revokedAt: formatTimestampOrNull(row.revoked_at),
    files: row.files,
    bytes: row.bytes,
    filesLeft: row.files_left,
    bytesLeft: row.bytes_left,
    folderId: row.folder_id,
    tags,
    metadata,
    pendingHours: row.pending_hours,
    allow: row.allow === null ? null : (JSON.parse(row.allow) as string[]),
    secretHash: row.secret_hash,
  }
}
