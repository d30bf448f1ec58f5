import {
  decodeBlobState,
  formatTimestamp,
  formatTimestampOrNull,
  type TransferEntry,
  type TransferKind,
  type TransferValues,
} from '@stowage/core/internal'
import { type AuditRow, auditEntryOfRow, SELECT_AUDIT } from '../audit/audit-reads.ts'
import {
  folderRecordOfRow,
  type PlainFolderRow,
  SELECT_PLAIN_FOLDER,
} from '../folders/folder-row.ts'
import { type KeyRow, keyOfRow, SELECT_KEY } from '../keys/key-records.ts'
import { SELECT_TICKET, type TicketRow, ticketOfRow } from '../keys/ticket-records.ts'
import {
  type AttachmentRow,
  attachmentRecordOfRow,
  SELECT_ATTACHMENT,
} from '../owners/attachment-row.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { SELECT_VERSION, type VersionRow, versionOfRow } from '../versions/version-row.ts'

/** A table whose rows are transferred, each as one entry. */
export interface SourceTable {
  readonly kind: TransferKind
  readonly table: string
  /** The column that identifies a row; together with `tenant_id` when `scoped`. */
  readonly key: string
  readonly type: 'text' | 'uuid' | 'bigint'
  readonly scoped: boolean
  /** The alias of the table in `select`, which prefixes its columns. */
  readonly alias: string
  /** Selects rows; a `WHERE` follows. */
  readonly select: string
  /** The entry of such a row, or of a deleted one (`null`). */
  entryOf(tenant: string | null, key: string, row: unknown): TransferEntry
}

/** The tables in the order in which they are transferred. Totals and bytes derive from the assets. */
export const SOURCE_TABLES: readonly SourceTable[] = [
  sourceTable<'tenant', { next_seq: number; list_key: string }>({
    kind: 'tenant',
    table: 'tenants',
    key: 'name',
    read: ({ next_seq, list_key }) => ({ nextSeq: next_seq, listKey: list_key }),
  }),
  sourceTable<'key', KeyRow>({
    kind: 'key',
    table: 'keys',
    key: 'id',
    alias: 'k',
    select: SELECT_KEY,
    read: keyOfRow,
  }),
  sourceTable<'ticket', TicketRow>({
    kind: 'ticket',
    table: 'upload_tickets',
    key: 'id',
    alias: 'u',
    select: SELECT_TICKET,
    read: ticketOfRow,
  }),
  sourceTable<'folder', PlainFolderRow>({
    kind: 'folder',
    table: 'folders',
    key: 'id',
    alias: 'f',
    select: SELECT_PLAIN_FOLDER,
    read: folderRecordOfRow,
  }),
  sourceTable<'asset', AssetRow>({
    kind: 'asset',
    table: 'assets',
    key: 'id',
    type: 'uuid',
    alias: 'a',
    select: SELECT_ASSET,
    read: assetOfRow,
  }),
  sourceTable<'version', VersionRow>({
    kind: 'version',
    table: 'versions',
    key: 'id',
    type: 'uuid',
    alias: 'v',
    select: SELECT_VERSION,
    read: versionOfRow,
  }),
  sourceTable<'attachment', AttachmentRow>({
    kind: 'attachment',
    table: 'attachments',
    key: 'key',
    select: SELECT_ATTACHMENT,
    read: attachmentRecordOfRow,
  }),
  sourceTable<'blob', { state: number; due: number | null; tenant: string | null }>({
    kind: 'blob',
    table: 'blobs',
    key: 'key',
    select: `SELECT t.name AS tenant, x.* FROM $schema.blobs x
      LEFT JOIN $schema.tenants t ON t.id = x.tenant_id`,
    read: ({ state, due, tenant }) => ({
      state: decodeBlobState(state),
      deleteAfter: formatTimestampOrNull(due),
      tenant,
    }),
  }),
  sourceTable<'tombstone', { purged_at: number; created_by: string | null }>({
    kind: 'tombstone',
    table: 'tombstones',
    key: 'id',
    type: 'uuid',
    scoped: true,
    read: ({ purged_at, created_by }) => ({
      purgedAt: formatTimestamp(purged_at),
      createdBy: created_by,
    }),
  }),
  sourceTable<'idempotency', { digest: string; ids: readonly string[]; expires_at: number }>({
    kind: 'idempotency',
    table: 'idempotency_records',
    key: 'key',
    scoped: true,
    read: ({ digest, ids, expires_at }) => ({
      digest,
      ids,
      expiresAt: formatTimestamp(expires_at),
    }),
  }),
  sourceTable<'audit', AuditRow>({
    kind: 'audit',
    table: 'audit',
    key: 'n',
    type: 'bigint',
    alias: 'x',
    select: SELECT_AUDIT,
    read: auditEntryOfRow,
  }),
  sourceTable<'lease', { holder: string; until: number }>({
    kind: 'lease',
    table: 'leases',
    key: 'name',
    read: ({ holder, until }) => ({ holder, until: formatTimestamp(until) }),
  }),
]

function sourceTable<Kind extends TransferKind, Row>(options: {
  readonly kind: Kind
  readonly table: string
  readonly key: string
  readonly type?: 'uuid' | 'bigint'
  /** The tenant is part of a row's key. */
  readonly scoped?: boolean
  readonly alias?: string
  readonly select?: string
  read(row: Row): TransferValues[Kind]
}): SourceTable {
  const { kind, table, key, type = 'text', scoped = false, alias = 'x', read } = options
  const tenant = scoped ? 't.name AS tenant, ' : ''
  const joined = scoped ? ' JOIN $schema.tenants t ON t.id = x.tenant_id' : ''
  return {
    kind,
    table,
    key,
    type,
    scoped,
    alias,
    select: options.select ?? `SELECT ${tenant}x.* FROM $schema.${table} x${joined}`,
    entryOf(tenant, key, row) {
      const value = row === null ? null : read(row as Row)
      return { kind, tenant, key, value } as TransferEntry
    },
  }
}
