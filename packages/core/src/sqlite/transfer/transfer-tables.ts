import { decodeBlobState, encodeBlobState } from '../../blobs/blob-state.ts'
import type { TransferEntry, TransferKind, TransferValues } from '../../ports/transfer.ts'
import { type UploadCells, uploadOfCells } from '../../resumable/upload-cells.ts'
import {
  formatTimestamp,
  formatTimestampOrNull,
  type Micros,
  parseTimestamp,
  parseTimestampOrNull,
} from '../../time/timestamp.ts'
import { type DeliveryCells, deliveryOfCells } from '../../webhooks/webhook-cells.ts'
import { setIdempotencyRecord } from '../assets/idempotency.ts'
import { type AuditRow, auditEntryOfRow } from '../audit/audit-reads.ts'
import { insertAuditEntry } from '../audit/audit-writes.ts'
import type { Sql } from '../driver/client.ts'
import { type EventRow, eventOfRow } from '../feed/event-reads.ts'
import { insertEvent } from '../feed/event-writes.ts'
import { folderRecordOfRow, type PlainFolderRow } from '../folders/folder-row.ts'
import { insertInPlaceOfSibling } from '../folders/folder-writes.ts'
import { insertJob, type JobRow, storedJobOfRow } from '../jobs/job-row.ts'
import { type KeyRow, keyOfRow } from '../keys/key-reads.ts'
import { insertKey } from '../keys/key-writes.ts'
import { type TicketRow, ticketOfRow } from '../keys/ticket-reads.ts'
import { insertTicket } from '../keys/ticket-writes.ts'
import {
  type AttachmentRow,
  attachmentRecordOfRow,
  insertInPlaceOfEqual,
} from '../owners/attachment-row.ts'
import { putUpload } from '../resumable/upload-row.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { type VersionRow, versionOfRow } from '../versions/version-row.ts'
import { putDelivery, putWebhook, type WebhookRow, webhookOfRow } from '../webhooks/webhook-row.ts'
import { receiveAsset } from './receive-asset.ts'
import { receiveVersion } from './receive-version.ts'

/** How the rows of a table are transferred, each as one entry. */
interface RowsOf<Kind extends TransferKind> {
  readonly table: string
  /** The column that identifies a row. */
  readonly key: string
  /** Whether rows have a tenant. */
  readonly ofTenant?: true | 'maybe'
  /** The tenant is part of a row's key. */
  readonly scoped?: true
  /** The key is a number. */
  readonly isNumber?: true
  /** The value of a row. */
  read(row: never): TransferValues[Kind]
}

interface Inserted<Kind extends TransferKind> {
  /** Writes a row unchanged. The one with its key is gone already; others in its way go. */
  insert(sql: Sql, value: TransferValues[Kind], at: Position): void
}

/** For what changes more than its row. */
interface Received<Kind extends TransferKind> {
  /** Makes the row what it is in the other database; `null`: it is gone there. */
  receive(transaction: Transaction, key: string, value: TransferValues[Kind] | null): void
}

type TransferOf<Kind extends TransferKind> = RowsOf<Kind> & (Inserted<Kind> | Received<Kind>)

interface Position {
  readonly key: string
  /** 0: the table is not `scoped`. */
  readonly tenantId: number
}

/** In the order in which they are transferred. Totals and bytes derive from the assets. */
const TABLES: { readonly [Kind in TransferKind]: TransferOf<Kind> } = {
  tenant: {
    table: 'tenants',
    key: 'name',
    read: ({ next_seq, list_key }: { next_seq: number; list_key: string }) => ({
      nextSeq: next_seq,
      listKey: list_key,
    }),
    receive({ sql }, name, value) {
      if (value === null) return
      const text = 'UPDATE tenants SET next_seq = ?, list_key = ? WHERE id = ?'
      sql(text).run(value.nextSeq, value.listKey, ensureTenant(sql, name))
    },
  },
  key: {
    table: 'keys',
    key: 'id',
    ofTenant: true,
    read: (row: KeyRow) => keyOfRow(row),
    insert: insertKey,
  },
  ticket: {
    table: 'upload_tickets',
    key: 'id',
    ofTenant: true,
    read: (row: TicketRow) => ticketOfRow(row),
    insert: insertTicket,
  },
  upload: {
    table: 'uploads',
    key: 'id',
    ofTenant: true,
    read: (row: UploadCells) => uploadOfCells(row),
    insert: putUpload,
  },
  folder: {
    table: 'folders',
    key: 'id',
    ofTenant: true,
    read: (row: PlainFolderRow) => folderRecordOfRow(row),
    insert: insertInPlaceOfSibling,
  },
  asset: {
    table: 'assets',
    key: 'id',
    ofTenant: true,
    read: (row: AssetRow) => assetOfRow(row),
    receive: receiveAsset,
  },
  version: {
    table: 'versions',
    key: 'id',
    ofTenant: true,
    read: (row: VersionRow) => versionOfRow(row),
    receive: receiveVersion,
  },
  attachment: {
    table: 'attachments',
    key: 'key',
    ofTenant: true,
    read: (row: AttachmentRow) => attachmentRecordOfRow(row),
    insert: insertInPlaceOfEqual,
  },
  blob: {
    table: 'blobs',
    key: 'key',
    ofTenant: 'maybe',
    read: (row: { state: number; delete_after: Micros | null; tenant: string | null }) => ({
      state: decodeBlobState(row.state),
      deleteAfter: formatTimestampOrNull(row.delete_after),
      tenant: row.tenant,
    }),
    insert: (sql, { state, deleteAfter, tenant }, { key }) =>
      sql('INSERT INTO blobs (key, state, delete_after, tenant_id) VALUES (?, ?, ?, ?)').run(
        key,
        encodeBlobState(state),
        parseTimestampOrNull(deleteAfter),
        tenant === null ? null : ensureTenant(sql, tenant),
      ),
  },
  tombstone: {
    table: 'tombstones',
    key: 'id',
    scoped: true,
    read: ({ purged_at, created_by }: { purged_at: Micros; created_by: string | null }) => ({
      purgedAt: formatTimestamp(purged_at),
      createdBy: created_by,
    }),
    insert: (sql, { createdBy, purgedAt }, { tenantId, key }) =>
      sql('INSERT INTO tombstones (tenant_id, id, created_by, purged_at) VALUES (?, ?, ?, ?)').run(
        tenantId,
        key,
        createdBy,
        parseTimestamp(purgedAt),
      ),
  },
  idempotency: {
    table: 'idempotency_records',
    key: 'key',
    scoped: true,
    read: ({ digest, ids, expires_at }: { digest: string; ids: string; expires_at: Micros }) => ({
      digest,
      ids: JSON.parse(ids) as string[],
      expiresAt: formatTimestamp(expires_at),
    }),
    insert: (sql, { digest, ids, expiresAt }, { tenantId, key }) =>
      setIdempotencyRecord(sql, tenantId, {
        key,
        digest,
        ids,
        expiresAt: parseTimestamp(expiresAt),
      }),
  },
  audit: {
    table: 'audit',
    key: 'n',
    isNumber: true,
    ofTenant: true,
    read: (row: AuditRow) => auditEntryOfRow(row),
    insert: insertAuditEntry,
  },
  job: {
    table: 'jobs',
    key: 'id',
    ofTenant: 'maybe',
    read: (row: JobRow) => storedJobOfRow(row),
    insert: insertJob,
  },
  webhook: {
    table: 'webhooks',
    key: 'id',
    ofTenant: true,
    read: (row: WebhookRow) => webhookOfRow(row),
    insert: putWebhook,
  },
  delivery: {
    table: 'deliveries',
    key: 'n',
    isNumber: true,
    ofTenant: true,
    read: (row: DeliveryCells) => deliveryOfCells(row),
    insert: putDelivery,
  },
  event: {
    table: 'events',
    key: 'n',
    isNumber: true,
    ofTenant: 'maybe',
    read: (row: EventRow) => eventOfRow(row),
    insert: insertEvent,
  },
  lease: {
    table: 'leases',
    key: 'name',
    read: ({ holder, until }: { holder: string; until: Micros }) => ({
      holder,
      until: formatTimestamp(until),
    }),
    insert: (sql, { holder, until }, { key }) =>
      sql('INSERT INTO leases (name, holder, until) VALUES (?, ?, ?)').run(
        key,
        holder,
        parseTimestamp(until),
      ),
  },
}

/** A table whose rows are transferred. */
export interface TransferTable {
  readonly kind: TransferKind
  readonly table: string
  /** The column that identifies a row; together with `tenant_id` when `scoped`. */
  readonly key: string
  readonly scoped: boolean
  /** Stands for the text of a key in a statement. */
  readonly parameter: string
  /** Selects rows of the table, named `x`, with the name of their tenant; a `WHERE` follows. */
  readonly select: string
  /** The entry of such a row or of a deleted one. */
  entryOf(tenant: string | null, key: string, row: unknown): TransferEntry
  /** Makes a row what it is in the other database. */
  receive(transaction: Transaction, entry: TransferEntry): void
}

export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries(TABLES).map(
  ([kind, table]) => transferTable(kind as TransferKind, table as TransferOf<TransferKind>),
)

/** The table of such entries. */
export function tableOf({ kind }: { readonly kind: string }): TransferTable {
  return TRANSFER_TABLES.find((each) => each.kind === kind) as TransferTable
}

function transferTable<Kind extends TransferKind>(
  kind: Kind,
  rows: TransferOf<Kind>,
): TransferTable {
  const { table, key: column, scoped = false, ofTenant = scoped } = rows
  const parameter = rows.isNumber ? 'CAST(? AS INTEGER)' : '?'
  const gone = `DELETE FROM ${table} WHERE ${scoped ? 'tenant_id = ? AND ' : ''}${column} = ${parameter}`
  return {
    kind,
    table,
    key: column,
    scoped,
    parameter,
    select: ofTenant
      ? `SELECT t.name AS tenant, x.* FROM ${table} x
          ${ofTenant === 'maybe' ? 'LEFT' : ''} JOIN tenants t ON t.id = x.tenant_id`
      : `SELECT x.* FROM ${table} x`,
    entryOf(tenant, key, row) {
      const value = row === undefined ? null : rows.read(row as never)
      return { kind, tenant, key, value } as TransferEntry
    },
    receive(transaction, entry) {
      const { sql } = transaction
      const { tenant, key } = entry
      const value = entry.value as TransferValues[Kind] | null
      if ('receive' in rows) {
        rows.receive(transaction, key, value)
        return
      }
      const tenantId = scoped ? ensureTenant(sql, tenant ?? '') : 0
      sql(gone).run(...(scoped ? [tenantId, key] : [key]))
      if (value !== null) rows.insert(sql, value, { key, tenantId })
    },
  }
}
