import { isInScope } from '../../assets/asset-scope.ts'
import { ticketNotFound, ticketRevoked } from '../../errors/metadata-errors.ts'
import { NO_OWN_DATA } from '../../own-data/own-data.ts'
import { jsonOfOwnData } from '../../own-data/own-data-column.ts'
import { chargeTicket } from '../../tickets/ticket-charge.ts'
import type { NewUploadTicket, TicketRecords } from '../../tickets/ticket-records.ts'
import type { UploadTicketRecord } from '../../tickets/upload-ticket.ts'
import {
  addMillis,
  formatTimestamp,
  parseTimestamp,
  parseTimestampOrNull,
} from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import { assertFolders } from '../folders/folder-tree.ts'
import { ensureTenant, findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { getTicket } from './ticket-reads.ts'

/** `TicketRecords.create` */
export function createTicket(
  { sql, now }: Transaction,
  { lifetime, scope, record: _, ...ticket }: NewUploadTicket,
): UploadTicketRecord {
  assertFolders(sql, findTenant(sql, ticket.tenant), [ticket.folderId], scope)
  const record: UploadTicketRecord = {
    ...ticket,
    createdAt: formatTimestamp(now),
    expiresAt: formatTimestamp(addMillis(now, lifetime)),
    revokedAt: null,
    filesLeft: ticket.files,
    bytesLeft: ticket.bytes,
  }
  insertTicket(sql, record)
  return record
}

/** Writes a ticket record unchanged. */
export function insertTicket(sql: Sql, ticket: UploadTicketRecord): void {
  sql(
    `INSERT INTO upload_tickets (id, tenant_id, created_by, key_id, secret_hash, created_at, expires_at,
      revoked_at, files, bytes, files_left, bytes_left, allow, folder_id, own, pending_hours)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    ticket.id,
    ensureTenant(sql, ticket.tenant),
    ticket.createdBy,
    ticket.keyId,
    ticket.secretHash,
    parseTimestamp(ticket.createdAt),
    parseTimestamp(ticket.expiresAt),
    parseTimestampOrNull(ticket.revokedAt),
    ticket.files,
    ticket.bytes,
    ticket.filesLeft,
    ticket.bytesLeft,
    ticket.allow === null ? null : JSON.stringify(ticket.allow),
    ticket.folderId,
    jsonOfOwnData({ ...NO_OWN_DATA, tags: ticket.tags, metadata: ticket.metadata }),
    ticket.pendingHours,
  )
}

/** `TicketRecords.revoke` */
export function revokeTicket(
  { sql, now }: Transaction,
  { tenant, id, scope }: Parameters<TicketRecords['revoke']>[0],
): UploadTicketRecord {
  const ticket = getTicket(sql, id)
  if (ticket?.tenant !== tenant || !isInScope(ticket, scope)) throw ticketNotFound()
  if (ticket.revokedAt !== null) return ticket
  sql('UPDATE upload_tickets SET revoked_at = ? WHERE id = ?').run(now, id)
  return { ...ticket, revokedAt: formatTimestamp(now) }
}

/** The ticket of the tenant; `ticket_revoked` when it is unknown or revoked. */
export function validTicket(sql: Sql, tenant: string, id: string): UploadTicketRecord {
  const ticket = getTicket(sql, id)
  if (ticket?.tenant !== tenant || ticket.revokedAt !== null) throw ticketRevoked()
  return ticket
}

/** Charges these files to the ticket; `ticket_exhausted` when it does not allow them. */
export function useTicket(
  sql: Sql,
  ticket: UploadTicketRecord,
  files: readonly { readonly size: number }[],
): void {
  const { filesLeft, bytesLeft } = chargeTicket(ticket, files)
  sql('UPDATE upload_tickets SET files_left = ?, bytes_left = ? WHERE id = ?').run(
    filesLeft,
    bytesLeft,
    ticket.id,
  )
}
