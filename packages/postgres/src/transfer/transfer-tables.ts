import {
  type DeliveryCells,
  decodeBlobState,
  deliveryOfCells,
  encodeBlobState,
  formatTimestamp,
  formatTimestampOrNull,
  keptEventData,
  parseTimestamp,
  parseTimestampOrNull,
  type TransferEntry,
  type TransferKind,
  type TransferValues,
  type UploadCells,
  uploadOfCells,
} from '@stowage/core/internal'
import { type AuditRow, auditEntryOfRow, SELECT_AUDIT } from '../audit/audit-reads.ts'
import type { Sql } from '../connection/database.ts'
import { type EventRow, eventOfRow, SELECT_EVENT } from '../feed/event-reads.ts'
import {
  folderRecordOfRow,
  type PlainFolderRow,
  SELECT_PLAIN_FOLDER,
} from '../folders/folder-row.ts'
import { type JobRow, SELECT_JOB, storedJobOfRow } from '../jobs/job-row.ts'
import { type KeyRow, keyOfRow, SELECT_KEY } from '../keys/key-records.ts'
import { rowOfTicket, SELECT_TICKET, type TicketRow, ticketOfRow } from '../keys/ticket-records.ts'
import {
  type AttachmentRow,
  attachmentRecordOfRow,
  SELECT_ATTACHMENT,
} from '../owners/attachment-row.ts'
import { rowOfUpload, SELECT_UPLOAD } from '../resumable/upload-row.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { SELECT_VERSION, type VersionRow, versionOfRow } from '../versions/version-row.ts'
import {
  rowOfDelivery,
  rowOfWebhook,
  SELECT_DELIVERY,
  SELECT_WEBHOOK,
  type WebhookRow,
  webhookOfRow,
} from '../webhooks/webhook-row.ts'
import { receiveAssets } from './receive-assets.ts'
import { receiveAttachments } from './receive-attachments.ts'
import { receiveFolders } from './receive-folders.ts'
import { receiveJobs } from './receive-jobs.ts'
import { receiveKeys } from './receive-keys.ts'
import { receiveTenants } from './receive-tenants.ts'
import { receiveVersions } from './receive-versions.ts'
import { type EntryOf, type Present, replaceRows } from './replace-rows.ts'

/** The number of a tenant that the entries name. */
type IdOf = (tenant: string | null) => number

/** How the rows of a table are transferred, each as one entry. */
interface RowsOf<Kind extends TransferKind> {
  readonly table: string
  /** The column that identifies a row. */
  readonly key: string
  /** Of the key, default `text`; `bigint`: the database numbers the rows. */
  readonly type?: 'uuid' | 'bigint'
  /** The tenant is part of a row's key. */
  readonly scoped?: true
  /** The alias of the table in `select`. Default `x`. */
  readonly alias?: string
  /** Default: all columns. */
  readonly select?: string
  /** The value of a row. */
  read(row: never): TransferValues[Kind]
}

interface Inserted<Kind extends TransferKind> {
  /** The row of an entry. */
  rowOf(entry: Present<Kind>, idOf: IdOf): object
}

/** For what changes more than its rows, or has others in its way. */
interface Received<Kind extends TransferKind> {
  /** Makes the rows what they are in the other database. */
  receive(sql: Sql, entries: readonly EntryOf<Kind>[], idOf: IdOf): Promise<void>
}

type TransferOf<Kind extends TransferKind> = RowsOf<Kind> & (Inserted<Kind> | Received<Kind>)

/** In the order in which they are transferred. Totals and bytes derive from the assets. */
const TABLES: { readonly [Kind in TransferKind]: TransferOf<Kind> } = {
  tenant: {
    table: 'tenants',
    key: 'name',
    read: ({ next_seq, list_key }: { next_seq: number; list_key: string }) => ({
      nextSeq: next_seq,
      listKey: list_key,
    }),
    receive: receiveTenants,
  },
  key: {
    table: 'keys',
    key: 'id',
    alias: 'k',
    select: SELECT_KEY,
    read: (row: KeyRow) => keyOfRow(row),
    receive: receiveKeys,
  },
  ticket: {
    table: 'upload_tickets',
    key: 'id',
    alias: 'u',
    select: SELECT_TICKET,
    read: (row: TicketRow) => ticketOfRow(row),
    rowOf: ({ value }, idOf) => rowOfTicket(value, idOf(value.tenant)),
  },
  upload: {
    table: 'uploads',
    key: 'id',
    select: SELECT_UPLOAD,
    read: (row: UploadCells) => uploadOfCells(row),
    rowOf: ({ value }, idOf) => rowOfUpload(value, idOf(value.tenant)),
  },
  folder: {
    table: 'folders',
    key: 'id',
    alias: 'f',
    select: SELECT_PLAIN_FOLDER,
    read: (row: PlainFolderRow) => folderRecordOfRow(row),
    receive: receiveFolders,
  },
  asset: {
    table: 'assets',
    key: 'id',
    type: 'uuid',
    alias: 'a',
    select: SELECT_ASSET,
    read: (row: AssetRow) => assetOfRow(row),
    receive: receiveAssets,
  },
  version: {
    table: 'versions',
    key: 'id',
    type: 'uuid',
    alias: 'v',
    select: SELECT_VERSION,
    read: (row: VersionRow) => versionOfRow(row),
    receive: receiveVersions,
  },
  attachment: {
    table: 'attachments',
    key: 'key',
    select: SELECT_ATTACHMENT,
    read: (row: AttachmentRow) => attachmentRecordOfRow(row),
    receive: receiveAttachments,
  },
  blob: {
    table: 'blobs',
    key: 'key',
    select: `SELECT t.name AS tenant, x.* FROM $schema.blobs x
      LEFT JOIN $schema.tenants t ON t.id = x.tenant_id`,
    read: ({
      state,
      due,
      tenant,
    }: {
      state: number
      due: number | null
      tenant: string | null
    }) => ({
      state: decodeBlobState(state),
      deleteAfter: formatTimestampOrNull(due),
      tenant,
    }),
    rowOf: ({ key, value }, idOf) => ({
      key,
      state: encodeBlobState(value.state),
      due: parseTimestampOrNull(value.deleteAfter),
      tenant_id: value.tenant === null ? null : idOf(value.tenant),
    }),
  },
  tombstone: {
    table: 'tombstones',
    key: 'id',
    type: 'uuid',
    scoped: true,
    read: ({ purged_at, created_by }: { purged_at: number; created_by: string | null }) => ({
      purgedAt: formatTimestamp(purged_at),
      createdBy: created_by,
    }),
    rowOf: ({ tenant, key, value }, idOf) => ({
      tenant_id: idOf(tenant),
      id: key,
      purged_at: parseTimestamp(value.purgedAt),
      created_by: value.createdBy,
    }),
  },
  idempotency: {
    table: 'idempotency_records',
    key: 'key',
    scoped: true,
    read: (row: { digest: string; ids: readonly string[]; expires_at: number }) => ({
      digest: row.digest,
      ids: row.ids,
      expiresAt: formatTimestamp(row.expires_at),
    }),
    rowOf: ({ tenant, key, value }, idOf) => ({
      tenant_id: idOf(tenant),
      key,
      digest: value.digest,
      ids: value.ids,
      expires_at: parseTimestamp(value.expiresAt),
    }),
  },
  audit: {
    table: 'audit',
    key: 'n',
    type: 'bigint',
    select: SELECT_AUDIT,
    read: (row: AuditRow) => auditEntryOfRow(row),
    rowOf: ({ value }, idOf) => ({
      n: value.number,
      tenant_id: idOf(value.tenant),
      at: parseTimestamp(value.at),
      actor: value.actor,
      action: value.action,
      asset_id: value.assetId,
      detail: value.detail,
    }),
  },
  job: {
    table: 'jobs',
    key: 'id',
    type: 'uuid',
    select: SELECT_JOB,
    read: (row: JobRow) => storedJobOfRow(row),
    receive: receiveJobs,
  },
  webhook: {
    table: 'webhooks',
    key: 'id',
    select: SELECT_WEBHOOK,
    read: (row: WebhookRow) => webhookOfRow(row),
    rowOf: ({ value }, idOf) => rowOfWebhook(value, idOf(value.tenant)),
  },
  delivery: {
    table: 'deliveries',
    key: 'n',
    type: 'bigint',
    select: SELECT_DELIVERY,
    read: (row: DeliveryCells) => deliveryOfCells(row),
    rowOf: ({ value }, idOf) => rowOfDelivery(value, idOf(value.tenant)),
  },
  event: {
    table: 'events',
    key: 'n',
    type: 'bigint',
    select: SELECT_EVENT,
    read: (row: EventRow) => eventOfRow(row),
    rowOf: ({ value }, idOf) => ({
      n: value.number,
      // Before all that are written here.
      rank: 0,
      id: value.id,
      tenant_id: value.tenant === null ? null : idOf(value.tenant),
      at: parseTimestamp(value.at),
      type: value.type,
      asset_id: value.assetId,
      created_by: value.createdBy,
      actor: value.actor,
      data: value.data && keptEventData(value.data),
      is_purged: value.isPurged,
    }),
  },
  lease: {
    table: 'leases',
    key: 'name',
    read: ({ holder, until }: { holder: string; until: number }) => ({
      holder,
      until: formatTimestamp(until),
    }),
    rowOf: ({ key, value }) => ({
      name: key,
      holder: value.holder,
      until: parseTimestamp(value.until),
    }),
  },
}

/** A table whose rows are transferred. */
export interface TransferTable {
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
  /** Makes the rows of its entries, of which each row has at most one, what they are in the other database. */
  receive(sql: Sql, entries: readonly TransferEntry[], idOf: IdOf): Promise<void>
}

export const TRANSFER_TABLES: readonly TransferTable[] = Object.entries(TABLES).map(
  ([kind, rows]) => transferTable(kind as TransferKind, rows as TransferOf<TransferKind>),
)

/** The table of such entries. */
export function tableOf({ kind }: { readonly kind: string }): TransferTable {
  return TRANSFER_TABLES.find((each) => each.kind === kind) as TransferTable
}

function transferTable<Kind extends TransferKind>(
  kind: Kind,
  rows: TransferOf<Kind>,
): TransferTable {
  const { table, key, type = 'text', scoped = false, alias = 'x' } = rows
  const tenant = scoped ? 't.name AS tenant, ' : ''
  const joined = scoped ? ' JOIN $schema.tenants t ON t.id = x.tenant_id' : ''
  return {
    kind,
    table,
    key,
    type,
    scoped,
    alias,
    select: rows.select ?? `SELECT ${tenant}x.* FROM $schema.${table} x${joined}`,
    entryOf(tenant, key, row) {
      const value = row === null ? null : rows.read(row as never)
      return { kind, tenant, key, value } as TransferEntry
    },
    async receive(sql, all, idOf) {
      const entries = all.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
      if (entries.length === 0) return
      if ('receive' in rows) await rows.receive(sql, entries, idOf)
      else
        await replaceRows(sql, { table, key, type, scoped }, entries, idOf, (entry) =>
          rows.rowOf(entry, idOf),
        )
    },
  }
}
