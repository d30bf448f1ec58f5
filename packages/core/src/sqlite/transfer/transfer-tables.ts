import { decodeBlobState } from '../../blobs/blob-state.ts'
import type { TransferEntry, TransferKind, TransferValues } from '../../ports/transfer.ts'
import { formatTimestamp, formatTimestampOrNull, type Micros } from '../../time/timestamp.ts'
import { type AuditRow, auditEntryOfRow } from '../audit/audit-reads.ts'
import { folderRecordOfRow, type PlainFolderRow } from '../folders/folder-row.ts'
import { type KeyRow, keyOfRow } from '../keys/key-reads.ts'
import { type TicketRow, ticketOfRow } from '../keys/ticket-reads.ts'
import { type AttachmentRow, attachmentRecordOfRow } from '../owners/attachment-row.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { type VersionRow, versionOfRow } from '../versions/version-row.ts'

/** A table whose rows are transferred, each as one entry. */
export interface TransferTable {
  readonly kind: TransferKind
  readonly table: string
  /** The column that identifies a row; together with `tenant_id` when `scoped`. */
  readonly key: string
  readonly scoped: boolean
  /** Whether `key` is a number. Keys of entries are text. */
  readonly isNumber: boolean
  /** Selects rows of the table, named `x`, with the name of their tenant; a `WHERE` follows. */
  readonly select: string
  /** The entry of such a row or of a deleted one. */
  entryOf(tenant: string | null, key: string, row: unknown): TransferEntry
}

/** The tables in the order in which they are transferred. Totals and bytes derive from the assets. */
export const TRANSFER_TABLES: readonly TransferTable[] = [
  transferTable<'tenant', { next_seq: number; list_key: string }>({
    kind: 'tenant',
    table: 'tenants',
    key: 'name',
    read: ({ next_seq, list_key }) => ({ nextSeq: next_seq, listKey: list_key }),
  }),
  transferTable<'key', KeyRow>({
    kind: 'key',
    table: 'keys',
    key: 'id',
    ofTenant: true,
    read: keyOfRow,
  }),
  transferTable<'ticket', TicketRow>({
    kind: 'ticket',
    table: 'upload_tickets',
    key: 'id',
    ofTenant: true,
    read: ticketOfRow,
  }),
  transferTable<'folder', PlainFolderRow>({
    kind: 'folder',
    table: 'folders',
    key: 'id',
    ofTenant: true,
    read: folderRecordOfRow,
  }),
  transferTable<'asset', AssetRow>({
    kind: 'asset',
    table: 'assets',
    key: 'id',
    ofTenant: true,
    read: assetOfRow,
  }),
  transferTable<'version', VersionRow>({
    kind: 'version',
    table: 'versions',
    key: 'id',
    ofTenant: true,
    read: versionOfRow,
  }),
  transferTable<'attachment', AttachmentRow>({
    kind: 'attachment',
    table: 'attachments',
    key: 'key',
    ofTenant: true,
    read: attachmentRecordOfRow,
  }),
  transferTable<'blob', { state: number; delete_after: Micros | null; tenant: string | null }>({
    kind: 'blob',
    table: 'blobs',
    key: 'key',
    ofTenant: 'maybe',
    read: ({ state, delete_after, tenant }) => ({
      state: decodeBlobState(state),
      deleteAfter: formatTimestampOrNull(delete_after),
      tenant,
    }),
  }),
  transferTable<'tombstone', { purged_at: Micros; created_by: string | null }>({
    kind: 'tombstone',
    table: 'tombstones',
    key: 'id',
    scoped: true,
    read: ({ purged_at, created_by }) => ({
      purgedAt: formatTimestamp(purged_at),
      createdBy: created_by,
    }),
  }),
  transferTable<'idempotency', { digest: string; ids: string; expires_at: Micros }>({
    kind: 'idempotency',
    table: 'idempotency_records',
    key: 'key',
    scoped: true,
    read: ({ digest, ids, expires_at }) => ({
      digest,
      ids: JSON.parse(ids) as string[],
      expiresAt: formatTimestamp(expires_at),
    }),
  }),
  transferTable<'audit', AuditRow>({
    kind: 'audit',
    table: 'audit',
    key: 'n',
    isNumber: true,
    ofTenant: true,
    read: auditEntryOfRow,
  }),
  transferTable<'lease', { holder: string; until: Micros }>({
    kind: 'lease',
    table: 'leases',
    key: 'name',
    read: ({ holder, until }) => ({ holder, until: formatTimestamp(until) }),
  }),
]

function transferTable<Kind extends TransferKind, Row>(options: {
  readonly kind: Kind
  readonly table: string
  readonly key: string
  /** Rows have a tenant. */
  readonly ofTenant?: boolean | 'maybe'
  /** The tenant is part of a row's key. */
  readonly scoped?: boolean
  readonly isNumber?: boolean
  read(row: Row): TransferValues[Kind]
}): TransferTable {
  const { kind, table, key, scoped = false, isNumber = false, ofTenant = scoped, read } = options
  return {
    kind,
    table,
    key,
    scoped,
    isNumber,
    select: ofTenant
      ? `SELECT t.name AS tenant, x.* FROM ${table} x
          ${ofTenant === 'maybe' ? 'LEFT' : ''} JOIN tenants t ON t.id = x.tenant_id`
      : `SELECT x.* FROM ${table} x`,
    entryOf(tenant, key, row) {
      const value = row === undefined ? null : read(row as Row)
      return { kind, tenant, key, value } as TransferEntry
    },
  }
}
