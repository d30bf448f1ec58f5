import type { Asset } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import { encodeBlobState } from '../../blobs/blob-state.ts'
import { transferRefused } from '../../errors/metadata-errors.ts'
import type { ApiKeyRecord } from '../../keys/api-key.ts'
import type { TransferEntry, TransferProgress, TransferValues } from '../../ports/transfer.ts'
import { parseTimestamp, parseTimestampOrNull } from '../../time/timestamp.ts'
import { LIVE, TRASH } from '../../usage/count-changes.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import { setIdempotencyRecord } from '../assets/idempotency.ts'
import { enterList, type ListEntry, leaveList } from '../assets/list-entries.ts'
import { receiveAuditEntry } from '../audit/audit-writes.ts'
import type { Sql } from '../driver/client.ts'
import { receiveFolder } from '../folders/folder-writes.ts'
import { insertKey } from '../keys/key-writes.ts'
import { insertTicket } from '../keys/ticket-writes.ts'
import { receiveAttachment } from '../owners/attachment-row.ts'
import {
  type AssetRow,
  assetOfRow,
  INSERT_ASSET,
  insertParameters,
  SELECT_ASSET,
} from '../schema/asset-row.ts'
import { ensureTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { addBytes } from '../versions/forget-versions.ts'
import { insertVersion } from '../versions/version-row.ts'
import { progressOf } from './transfer-state.ts'

/** `TransferTarget.receive` */
export function receive(
  transaction: Transaction,
  request: { readonly progress: TransferProgress; readonly entries: readonly TransferEntry[] },
): void {
  const { sql } = transaction
  const { id, cursor } = request.progress
  const before = progressOf(sql)
  if (before === null && !isEmpty(sql)) {
    throw transferRefused('Only an empty database can be filled from another.')
  }
  if (before !== null && before.id !== id) {
    throw transferRefused('This database is being filled from another one.')
  }
  sql(`REPLACE INTO handovers (role, id, cursor) VALUES ('target', ?, ?)`).run(id, cursor)
  for (const entry of request.entries) receiveEntry(transaction, entry)
}

/** `TransferTarget.isEmpty`. Every record has a tenant. */
export function isEmpty(sql: Sql): boolean {
  return sql('SELECT 1 FROM tenants LIMIT 1').get() === undefined
}

function receiveEntry(transaction: Transaction, entry: TransferEntry): void {
  const { sql } = transaction
  const { kind, key, value } = entry
  const tenantId = entry.tenant === null ? 0 : ensureTenant(sql, entry.tenant)
  switch (kind) {
    case 'tenant':
      receiveTenant(sql, key, value)
      break
    case 'key':
      receiveKey(transaction, key, value)
      break
    case 'ticket':
      sql('DELETE FROM upload_tickets WHERE id = ?').run(key)
      if (value !== null) insertTicket(sql, value)
      break
    case 'folder':
      receiveFolder(sql, key, value)
      break
    case 'asset':
      receiveAsset(transaction, key, value)
      break
    case 'version':
      receiveVersion(sql, key, value)
      break
    case 'attachment':
      receiveAttachment(sql, key, value)
      break
    case 'blob':
      receiveBlob(sql, key, value)
      break
    case 'tombstone':
      receiveTombstone(sql, tenantId, key, value)
      break
    case 'idempotency':
      sql('DELETE FROM idempotency_records WHERE tenant_id = ? AND key = ?').run(tenantId, key)
      if (value !== null) {
        const { digest, ids, expiresAt } = value
        setIdempotencyRecord(sql, tenantId, {
          key,
          digest,
          ids,
          expiresAt: parseTimestamp(expiresAt),
        })
      }
      break
    case 'audit':
      receiveAuditEntry(sql, key, value)
      break
    case 'lease':
      receiveLease(sql, key, value)
      break
  }
}

function receiveTenant(sql: Sql, name: string, value: TransferValues['tenant'] | null): void {
  if (value === null) return
  const id = ensureTenant(sql, name)
  const text = 'UPDATE tenants SET next_seq = ?, list_key = ? WHERE id = ?'
  sql(text).run(value.nextSeq, value.listKey, id)
}

function receiveKey(transaction: Transaction, id: string, key: ApiKeyRecord | null): void {
  transaction.sql('DELETE FROM keys WHERE id = ?').run(id)
  if (key !== null) insertKey(transaction.sql, key)
}

function receiveAsset(transaction: Transaction, id: string, value: Asset | null): void {
  const { sql } = transaction
  const count = (asset: Asset, tenantId: number, by: 1 | -1) => {
    const list = asset.trashedAt === null ? LIVE : TRASH
    const entry: ListEntry = { tenantId, list, seq: asset.seq }
    if (by === 1) enterList(transaction, entry, asset)
    else leaveList(transaction, entry, asset)
    sql('UPDATE tenants SET assets = assets + ?, bytes = bytes + ? WHERE id = ?').run(
      by,
      by * bytesOf(asset),
      tenantId,
    )
  }
  for (const row of rowsInPlaceOf(sql, id, value)) {
    sql('DELETE FROM assets WHERE id = ?').run(row.id)
    count(assetOfRow(row), row.tenant_id, -1)
  }
  if (value === null) return
  const { tenant, seq, ...asset } = value
  const tenantId = ensureTenant(sql, tenant)
  sql(INSERT_ASSET).run(insertParameters(asset, tenantId, seq))
  count(value, tenantId, 1)
}

/**
 * The row of the asset, and those of others with one of its unique ids. The others have lost that id in the source
 * database: their own entries come later.
 */
function rowsInPlaceOf(sql: Sql, id: string, value: Asset | null): readonly AssetRow[] {
  const rows = sql<AssetRow>(`${SELECT_ASSET} WHERE a.id = ?`).all(id)
  if (value === null) return rows
  const others = (condition: string, ...values: readonly string[]) =>
    sql<AssetRow>(`${SELECT_ASSET} WHERE ${condition} AND a.id <> ?`).all(...values, id)
  rows.push(...others('a.public_file_id = ?', value.publicFileId))
  if (value.externalId !== null) {
    rows.push(...others('t.name = ? AND a.external_id = ?', value.tenant, value.externalId))
  }
  return rows
}

function receiveVersion(sql: Sql, id: string, value: VersionRecord | null): void {
  const before = sql<{ tenant_id: number; size: number }>(
    'DELETE FROM versions WHERE id = ? RETURNING tenant_id, size',
  ).get(id)
  if (before !== undefined) addBytes(sql, before.tenant_id, -before.size)
  if (value === null) return
  const tenantId = ensureTenant(sql, value.tenant)
  insertVersion(sql, value, tenantId)
  addBytes(sql, tenantId, value.size)
}

function receiveBlob(sql: Sql, key: string, value: TransferValues['blob'] | null): void {
  sql('DELETE FROM blobs WHERE key = ?').run(key)
  if (value === null) return
  sql('INSERT INTO blobs (key, state, delete_after, tenant_id) VALUES (?, ?, ?, ?)').run(
    key,
    encodeBlobState(value.state),
    parseTimestampOrNull(value.deleteAfter),
    value.tenant === null ? null : ensureTenant(sql, value.tenant),
  )
}

function receiveTombstone(
  sql: Sql,
  tenantId: number,
  id: string,
  value: TransferValues['tombstone'] | null,
): void {
  sql('DELETE FROM tombstones WHERE tenant_id = ? AND id = ?').run(tenantId, id)
  if (value === null) return
  sql('INSERT INTO tombstones (tenant_id, id, created_by, purged_at) VALUES (?, ?, ?, ?)').run(
    tenantId,
    id,
    value.createdBy,
    parseTimestamp(value.purgedAt),
  )
}

function receiveLease(sql: Sql, name: string, value: TransferValues['lease'] | null): void {
  sql('DELETE FROM leases WHERE name = ?').run(name)
  if (value === null) return
  sql('INSERT INTO leases (name, holder, until) VALUES (?, ?, ?)').run(
    name,
    value.holder,
    parseTimestamp(value.until),
  )
}
