import { type AssetRecord, blobKeysOf } from '../../assets/asset.ts'
import { bytesOf } from '../../assets/asset-changes.ts'
import { migrationInProgress } from '../../errors/erasure-errors.ts'
import type { ErasureEnd, ErasureStep } from '../../tenants/erasure-records.ts'
import { entryOf } from '../assets/asset-writes.ts'
import { leaveList } from '../assets/list-entries.ts'
import { addClaims, clearClaimTenant, hasClaims, makeClaimsDue } from '../blobs/blob-keys.ts'
import type { Sql } from '../driver/client.ts'
import { isHeld } from '../leases/lease-writes.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { ALL_TABLES } from '../schema/schema.ts'
import { findTenant } from '../tenants/tenants.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { sourceRow } from '../transfer/transfer-state.ts'
import { addBytes } from '../versions/forget-versions.ts'

/** The tables whose rows a step deletes by their tenant, and the columns that identify a row. */
const TABLES = ALL_TABLES.flatMap(({ name, erasedBy }) =>
  erasedBy === undefined ? [] : [[name, erasedBy] as const],
)

/** The assets of a tenant are in two lists, each of which has an index. */
const LISTS = ['a.trashed_at IS NULL', 'a.trashed_at IS NOT NULL'] as const

/** `ErasureRecords.begin` */
export function beginErasure(transaction: Transaction, tenant: string): void {
  const { sql, now } = transaction
  assertNotMoving(sql)
  sql('INSERT OR IGNORE INTO erasures (tenant, started_at) VALUES (?, ?)').run(tenant, now)
  makeClaimsDue(transaction, findTenant(sql, tenant))
}

/** `ErasureRecords.step` */
export function eraseStep(
  transaction: Transaction,
  { tenant, limit }: { readonly tenant: string; readonly limit: number },
): ErasureStep {
  const { sql, now } = transaction
  assertNotMoving(sql)
  const nothing = { assets: [], blobKeys: [], held: false, isDone: false }
  if (!isErasing(sql, tenant)) return { ...nothing, isDone: true }
  if (isHeld(sql, now)) return { ...nothing, held: true }
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { ...nothing, isDone: true }
  const versions = eraseVersions(transaction, tenantId, limit)
  if (versions.length > 0) return { ...nothing, blobKeys: versions }
  const assets = eraseAssets(transaction, tenantId, limit)
  if (assets.length > 0) return { ...nothing, assets, blobKeys: assets.flatMap(blobKeysOf) }
  return { ...nothing, isDone: !eraseOthers(sql, tenantId, limit) }
}

function eraseAssets(
  transaction: Transaction,
  tenantId: number,
  limit: number,
): readonly AssetRecord[] {
  const { sql, now } = transaction
  const rows = LISTS.flatMap((list) =>
    sql<AssetRow>(`${SELECT_ASSET} WHERE a.tenant_id = ? AND ${list} LIMIT ?`).all(tenantId, limit),
  ).slice(0, limit)
  const assets = rows.map(assetOfRow)
  addClaims(sql, { tenantId, keys: assets.flatMap(blobKeysOf) }, now)
  for (const [index, row] of rows.entries()) {
    sql('DELETE FROM assets WHERE id = ?').run(row.id)
    leaveList(transaction, entryOf(row), assets[index] as AssetRecord)
  }
  const bytes = assets.reduce((sum, asset) => sum + bytesOf(asset), 0)
  sql('UPDATE tenants SET assets = assets - ?, bytes = bytes - ? WHERE id = ?').run(
    assets.length,
    bytes,
    tenantId,
  )
  return assets
}

/** Deletes replaced contents. Returns the keys of their blobs. */
function eraseVersions(
  { sql, now }: Transaction,
  tenantId: number,
  limit: number,
): readonly string[] {
  const rows = sql<{ id: string; blob_key: string; size: number }>(
    'SELECT id, blob_key, size FROM versions WHERE tenant_id = ? LIMIT ?',
  ).all(tenantId, limit)
  const blobKeys = rows.map((row) => row.blob_key)
  addClaims(sql, { tenantId, keys: blobKeys }, now)
  for (const { id } of rows) sql('DELETE FROM versions WHERE id = ?').run(id)
  addBytes(sql, tenantId, -rows.reduce((sum, { size }) => sum + size, 0))
  return blobKeys
}

/** Deletes other rows of the tenant. Returns whether there were any. */
function eraseOthers(sql: Sql, tenantId: number, limit: number): boolean {
  return TABLES.some(([table, key]) => {
    const { changes } = sql(
      `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE tenant_id = ? LIMIT ?)`,
    ).run(tenantId, limit)
    return Number(changes) > 0
  })
}

/** `ErasureRecords.end` */
export function endErasure(
  { sql }: Transaction,
  { tenant }: { readonly tenant: string },
): ErasureEnd {
  if (!isErasing(sql, tenant)) return { isDone: true, isEnded: false }
  const tenantId = findTenant(sql, tenant)
  const assets = LISTS.map((list) => `assets a WHERE ${list} AND`)
  const others = ['versions', ...TABLES.map(([table]) => table)].map((table) => `${table} WHERE`)
  const isLeft = [...assets, ...others].some(
    (rows) => sql(`SELECT 1 FROM ${rows} tenant_id = ? LIMIT 1`).get(tenantId) !== undefined,
  )
  if (isLeft || hasClaims(sql, tenantId)) return { isDone: false, isEnded: false }
  clearClaimTenant(sql, tenantId)
  sql('DELETE FROM tenants WHERE name = ?').run(tenant)
  sql('DELETE FROM erasures WHERE tenant = ?').run(tenant)
  return { isDone: true, isEnded: true }
}

function isErasing(sql: Sql, tenant: string): boolean {
  return sql('SELECT 1 FROM erasures WHERE tenant = ?').get(tenant) !== undefined
}

function assertNotMoving(sql: Sql): void {
  if (sourceRow(sql) !== undefined) throw migrationInProgress()
}
