import {
  alreadyExists,
  type FoundTicket,
  formatTimestamp,
  formatTimestampOrNull,
  isInScope,
  jsonOfOwnData,
  type KeptOwnData,
  keptOwnData,
  type NewUploadTicket,
  NO_OWN_DATA,
  ownDataOf,
  parseTimestamp,
  parseTimestampOrNull,
  type TicketRecords,
  ticketNotFound,
  type UploadTicketRecord,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { QueryFailure } from '../connection/failure.ts'
import { assertFolder } from '../folders/folder-tree.ts'
import { lockLivingTenant } from '../tenants/tenants.ts'

/** A row of `upload_tickets` with the name of its tenant. */
export interface TicketRow {
  readonly id: string
  readonly tenant: string
  readonly created_by: string | null
  readonly key_id: string | null
  readonly secret_hash: string
  readonly created_at: number
  readonly expires_at: number
  readonly revoked_at: number | null
  readonly files: number
  readonly bytes: number
  readonly files_left: number
  readonly bytes_left: number
  readonly allow: readonly string[] | null
  readonly folder_id: string | null
  readonly own: KeptOwnData | null
  readonly pending_hours: number | null
}

/** Selects a `TicketRow`; a `WHERE` follows. */
export const SELECT_TICKET =
  'SELECT t.name AS tenant, u.* FROM $schema.upload_tickets u JOIN $schema.tenants t ON t.id = u.tenant_id'

/** `TicketRecords.create` */
export async function createTicket(
  sql: Sql,
  { lifetime, scope, ...ticket }: NewUploadTicket,
): Promise<UploadTicketRecord> {
  await assertFolder(sql, ticket.tenant, ticket.folderId, scope)
  await lockLivingTenant(sql, ticket.tenant)
  try {
    await sql(
      `INSERT INTO $schema.upload_tickets (id, tenant_id, created_by, key_id, secret_hash, created_at,
        expires_at, files, bytes, files_left, bytes_left, allow, folder_id, own, pending_hours)
      SELECT $1, t.id, $3, $4, $5, clock.now, clock.now + $6::bigint * 1000, $7, $8::bigint, $7, $8::bigint, $9, $10, $11, $12::int
        FROM (SELECT $now AS now) AS clock, $schema.tenants t WHERE t.name = $2`,
      [
        ticket.id,
        ticket.tenant,
        ticket.createdBy,
        ticket.keyId,
        ticket.secretHash,
        lifetime,
        ticket.files,
        ticket.bytes,
        ticket.allow === null ? null : JSON.stringify(ticket.allow),
        ticket.folderId,
        jsonOfOwnData({ ...NO_OWN_DATA, tags: ticket.tags, metadata: ticket.metadata }),
        ticket.pendingHours,
      ],
    )
  } catch (error) {
    throw error instanceof QueryFailure && error.kind === 'taken' ? alreadyExists('id') : error
  }
  const [row] = await sql<TicketRow>(`${SELECT_TICKET} WHERE u.id = $1`, [ticket.id])
  if (row === undefined) throw new Error('The new ticket is gone.')
  return ticketOfRow(row)
}

/** `TicketRecords.get` */
export async function getTicket(sql: Sql, id: string): Promise<FoundTicket | null> {
  const [row] = await sql<TicketRow & { now: number; is_maker_valid: boolean }>(GET_TICKET, [id])
  if (row === undefined) return null
  const { now, is_maker_valid: isMakerValid } = row
  return { ticket: ticketOfRow(row), now: formatTimestamp(now), isMakerValid }
}

const GET_TICKET = `SELECT found.*, clock.now, found.key_id IS NULL OR EXISTS (
    SELECT FROM $schema.keys k WHERE k.id = found.key_id AND k.revoked_at IS NULL
      AND (k.expires_at IS NULL OR k.expires_at > clock.now)) AS is_maker_valid
  FROM (${SELECT_TICKET} WHERE u.id = $1) AS found, (SELECT $now AS now) AS clock`

/** `TicketRecords.revoke` */
export async function revokeTicket(
  sql: Sql,
  { tenant, id, scope }: Parameters<TicketRecords['revoke']>[0],
): Promise<UploadTicketRecord> {
  const [row] = await sql<TicketRow>(
    `${SELECT_TICKET} WHERE u.id = $1 AND t.name = $2 FOR NO KEY UPDATE OF u`,
    [id, tenant],
  )
  if (row === undefined || !isInScope({ createdBy: row.created_by }, scope)) throw ticketNotFound()
  const ticket = ticketOfRow(row)
  if (ticket.revokedAt !== null) return ticket
  const [revoked] = await sql<{ revoked_at: number }>(
    'UPDATE $schema.upload_tickets SET revoked_at = $now WHERE id = $1 RETURNING revoked_at',
    [id],
  )
  return { ...ticket, revokedAt: formatTimestampOrNull(revoked?.revoked_at ?? null) }
}

/** The record of a row. */
export function ticketOfRow(row: TicketRow): UploadTicketRecord {
  const { tags, metadata } = ownDataOf(row.own)
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
    allow: row.allow,
    folderId: row.folder_id,
    tags,
    metadata,
    pendingHours: row.pending_hours,
    secretHash: row.secret_hash,
  }
}

/** The row of a ticket record, without its tenant's name. */
export function rowOfTicket(
  ticket: UploadTicketRecord,
  tenantId: number,
): Omit<TicketRow, 'tenant'> & { readonly tenant_id: number } {
  return {
    id: ticket.id,
    tenant_id: tenantId,
    created_by: ticket.createdBy,
    key_id: ticket.keyId,
    secret_hash: ticket.secretHash,
    created_at: parseTimestamp(ticket.createdAt),
    expires_at: parseTimestamp(ticket.expiresAt),
    revoked_at: parseTimestampOrNull(ticket.revokedAt),
    files: ticket.files,
    bytes: ticket.bytes,
    files_left: ticket.filesLeft,
    bytes_left: ticket.bytesLeft,
    allow: ticket.allow,
    folder_id: ticket.folderId,
    own: keptOwnData({ ...NO_OWN_DATA, tags: ticket.tags, metadata: ticket.metadata }),
    pending_hours: ticket.pendingHours,
  }
}
