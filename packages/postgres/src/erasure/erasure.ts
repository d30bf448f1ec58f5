import type { AssetRecord } from '@stowage/core/internal'
import {
  blobKeysOf,
  bytesOf,
  countChange,
  type ErasureEnd,
  type ErasureStep,
  LIVE,
  migrationInProgress,
  TRASH,
} from '@stowage/core/internal'
import { addClaims, hasClaims, makeClaimsDue } from '../blobs/blob-keys.ts'
import type { Database, Sql } from '../connection/database.ts'
import { blockNewHolds, isHeld } from '../leases/leases.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { ALL_TABLES } from '../schema/schema.ts'
import {
  grow,
  lockHeldTenant,
  lockTenant,
  makeTenants,
  type TenantRow,
} from '../tenants/tenants.ts'

/** The tables whose rows a step deletes by their tenant, and the columns after its number in an index of each. */
const TABLES = ALL_TABLES.flatMap(({ name, erasedBy }) =>
  erasedBy === undefined ? [] : [[name, erasedBy] as const],
)

/**
 * The rows of a tenant in each table, in the order of an index: the planner assumes a large tenant, and would scan the
 * table until it has found enough rows.
 */
const LISTS = [
  ['assets', 'trashed_at IS NULL AND', 'seq'],
  ['assets', 'trashed_at IS NOT NULL AND', 'seq'],
  ['versions', '', 'id'],
  ...TABLES.map(([table, order]) => [table, '', order] as const),
] as const

/**
 * A range of one number. With `= $1` the planner drops the tenant from the order, and walks the primary key past the
 * rows of other tenants.
 */
const OF_TENANT = 'tenant_id BETWEEN $1 AND $1'

const ASSETS = [LIVE, TRASH].map(
  (
    list,
  ) => `${SELECT_ASSET} WHERE a.tenant_id = $1 AND a.trashed_at IS ${list === LIVE ? '' : 'NOT '}NULL
    ORDER BY a.tenant_id, a.seq LIMIT $2 FOR NO KEY UPDATE OF a`,
)

/** `ErasureRecords.begin` */
export async function beginErasure(sql: Sql, tenant: string): Promise<void> {
  await makeTenants(sql, [tenant])
  // Transactions that add to the tenant have ended, or see the erasure once they get the lock.
  const id = await lockHeldTenant(sql, tenant)
  // Another call has erased it meanwhile.
  if (id === null) return
  await sql('UPDATE $schema.tenants SET erasing = true WHERE id = $1', [id])
  await makeClaimsDue(sql, id)
  // Last: `record` blocks these writes until it has committed, or sees the erasure.
  await assertNotMoving(sql)
}

/** `ErasureRecords.step` */
export async function eraseStep(
  sql: Sql,
  { tenant, limit }: { readonly tenant: string; readonly limit: number },
): Promise<ErasureStep> {
  await blockNewHolds(sql)
  const owner = await lockErasing(sql, tenant)
  const nothing = { assets: [], blobKeys: [], held: false, isDone: false }
  if (owner === null) return { ...nothing, isDone: true }
  if (await isHeld(sql)) return { ...nothing, held: true }
  const versions = await eraseVersions(sql, owner.id, limit)
  if (versions.length > 0) return { ...nothing, blobKeys: versions }
  const assets = await eraseAssets(sql, owner.id, limit)
  if (assets.length > 0) return { ...nothing, assets, blobKeys: assets.flatMap(blobKeysOf) }
  return { ...nothing, isDone: !(await eraseOthers(sql, owner.id, limit)) }
}

async function eraseAssets(
  sql: Sql,
  tenantId: number,
  limit: number,
): Promise<readonly AssetRecord[]> {
  const rows: AssetRow[] = []
  for (const text of ASSETS) {
    if (rows.length < limit)
      rows.push(...(await sql<AssetRow>(text, [tenantId, limit - rows.length])))
  }
  if (rows.length === 0) return []
  const assets = rows.map(assetOfRow)
  await sql('DELETE FROM $schema.assets WHERE id = ANY($1::uuid[])', [rows.map(({ id }) => id)])
  await addClaims(sql, [{ tenantId, keys: assets.flatMap(blobKeysOf) }])
  const counts = assets.map((asset) => {
    const list = asset.trashedAt === null ? LIVE : TRASH
    return countChange(asset, { tenantId, list, seq: asset.seq, by: -1 })
  })
  const bytes = assets.reduce((sum, asset) => sum + bytesOf(asset), 0)
  await grow(sql, { counts, bytes: new Map([[tenantId, -bytes]]) })
  return assets
}

/** Deletes replaced contents. Resolves to the keys of their blobs. */
async function eraseVersions(
  sql: Sql,
  tenantId: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ blob_key: string; size: number }>(
    `DELETE FROM $schema.versions WHERE id = ANY (ARRAY(
      SELECT id FROM $schema.versions WHERE tenant_id = $1 ORDER BY tenant_id, id LIMIT $2))
      RETURNING blob_key, size`,
    [tenantId, limit],
  )
  const blobKeys = rows.map((row) => row.blob_key)
  if (rows.length === 0) return []
  await addClaims(sql, [{ tenantId, keys: blobKeys }])
  const bytes = rows.reduce((sum, { size }) => sum + size, 0)
  await grow(sql, { counts: [], bytes: new Map([[tenantId, -bytes]]) })
  return blobKeys
}

/** Deletes other rows of the tenant. Resolves to whether there were any. */
async function eraseOthers(sql: Sql, tenantId: number, limit: number): Promise<boolean> {
  for (const [table, order] of TABLES) {
    const gone = await sql(
      `DELETE FROM $schema.${table} WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM $schema.${table} WHERE ${OF_TENANT} ORDER BY tenant_id, ${order} LIMIT $2)) RETURNING 1`,
      [tenantId, limit],
    )
    if (gone.length > 0) return true
  }
  return false
}

/** `ErasureRecords.end` */
export async function endErasure(
  sql: Sql,
  { tenant }: { readonly tenant: string },
): Promise<ErasureEnd> {
  const owner = await lockErasing(sql, tenant)
  if (owner === null) return { isDone: true, isEnded: false }
  const { id } = owner
  for (const [table, condition, order] of LISTS) {
    const [left] = await sql(
      `SELECT 1 FROM $schema.${table} WHERE ${condition} ${OF_TENANT} ORDER BY tenant_id, ${order} LIMIT 1`,
      [id],
    )
    if (left !== undefined) return { isDone: false, isEnded: false }
  }
  if (await hasClaims(sql, id)) return { isDone: false, isEnded: false }
  // Blobs that wait for their second deletion keep the number of the tenant, which no other tenant gets.
  await sql('DELETE FROM $schema.tenants WHERE id = $1', [id])
  return { isDone: true, isEnded: true }
}

/**
 * `ErasureRecords.scrub`: lets the server reuse the space of deleted rows, which overwrites them in time. If the role
 * may not, or a table takes too long, this is left to the server's own vacuum.
 */
export async function scrub({ read }: Pick<Database, 'read'>): Promise<void> {
  for (const { name, few, notErased } of ALL_TABLES) {
    if (few === undefined && notErased === undefined)
      await read(`VACUUM $schema.${name}`).catch(() => {})
  }
}

/** `null` when the erasure has ended. No move of the records begins before that. */
async function lockErasing(sql: Sql, tenant: string): Promise<TenantRow | null> {
  const owner = await lockTenant(sql, tenant)
  return owner?.erasing ? owner : null
}

async function assertNotMoving(sql: Sql): Promise<void> {
  const [departure] = await sql('SELECT 1 FROM $schema.departure WHERE NOT stopped')
  if (departure !== undefined) throw migrationInProgress()
}
