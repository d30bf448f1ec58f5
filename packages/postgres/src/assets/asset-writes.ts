import type { Asset } from '@stowage/core'
import {
  type AssetRecords,
  type AssetScope,
  applyChanges,
  assetNotFound,
  bytesOf,
  canChange,
  formatTimestamp,
  reservationLost,
  type Updated,
  withoutVariants,
  withVariants,
} from '@stowage/core/ports'
import { addClaims, lockReserved, takeStep } from '../blobs/blob-keys.ts'
import type { Sql } from '../connection/database.ts'
import { TRASH_TIME } from '../leases/sweeps.ts'
import { LIVE, TRASH } from '../tenants/count-tree.ts'
import { grow, lockTenant } from '../tenants/tenants.ts'
import { isUuid } from './asset-id.ts'
import { type AssetRow, assetOfRow, listOrNull, SELECT_ASSET } from './asset-row.ts'
import { inScope, scopeValues } from './scope-condition.ts'

/** As `changeTime` of the core does it. */
const CHANGE_TIME = 'greatest($now, least(updated_at + 1, $now + 1000))'

/** `AssetRecords.update` */
export async function update(
  sql: Sql,
  { tenant, id, scope, changes }: Parameters<AssetRecords['update']>[0],
): Promise<Updated> {
  const row = await lockRow(sql, tenant, id, scope)
  const asset = row === null ? null : assetOfRow(row)
  if (asset === null || !canChange(asset, changes)) throw assetNotFound([id])
  const changed = applyChanges(asset, changes, asset.updatedAt)
  if (changed === asset) return { asset, changed: false }
  const [written] = await sql<Pick<AssetRow, 'updated_at'>>(
    `UPDATE $schema.assets SET name = $2, is_favourite = $3, folder_id = $4, status = $5,
      updated_at = ${CHANGE_TIME} WHERE id = $1 RETURNING updated_at`,
    [id, changed.name, changed.isFavourite, changed.folderId, changed.status],
  )
  if (written === undefined) throw assetNotFound([id])
  return {
    asset: { ...changed, updatedAt: formatTimestamp(written.updated_at) },
    changed: true,
  }
}

/** `AssetRecords.addVariants` */
export async function addVariants(
  sql: Sql,
  { tenant, id, variants, failed }: Parameters<AssetRecords['addVariants']>[0],
): Promise<Asset> {
  const keys = variants.map(({ blobKey }) => blobKey)
  const reserved = await lockReserved(sql, keys)
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id)
  if (row === null || row.trashed_at !== null) throw assetNotFound([id])
  const asset = assetOfRow(row)
  const changed = withVariants(asset, variants, failed)
  const distinct = new Set(keys).size === keys.length
  if (!distinct || !keys.every((key) => reserved.has(key))) throw reservationLost()
  await sql(`WITH ${takeStep('$1')} SELECT`, [keys])
  await writeVariants(sql, row, { before: asset, after: changed })
  return changed
}

/** `AssetRecords.removeVariants` */
export async function removeVariants(
  sql: Sql,
  { tenant, id, blobKeys }: Parameters<AssetRecords['removeVariants']>[0],
): Promise<Asset> {
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id)
  if (row === null) throw assetNotFound([id])
  const before = assetOfRow(row)
  const { asset, taken } = withoutVariants(before, blobKeys)
  await addClaims(sql, taken)
  await writeVariants(sql, row, { before, after: asset })
  return asset
}

/** `AssetRecords.setTrashed` */
export async function setTrashed(
  sql: Sql,
  { tenant, ids, scope = null, to }: Parameters<AssetRecords['setTrashed']>[0],
): Promise<readonly Asset[]> {
  const owner = await lockTenant(sql, tenant)
  const found = owner === null ? new Map() : await lockRows(sql, owner.id, { ids, scope })
  const unknown = ids.filter((id) => !found.has(id))
  if (owner === null || unknown.length > 0) throw assetNotFound(unknown)

  const trashed = to === 'trash'
  const moving = [...found.values()].filter((row) => (row.trashed_at !== null) !== trashed)
  if (moving.length === 0) return []
  const trashedAt = trashed ? TRASH_TIME : 'NULL'
  const written = await sql<Pick<AssetRow, 'id' | 'trashed_at' | 'updated_at'>>(
    `UPDATE $schema.assets SET trashed_at = ${trashedAt}, updated_at = ${CHANGE_TIME}
      WHERE id = ANY($1::uuid[]) RETURNING id, trashed_at, updated_at`,
    [moving.map(({ id }) => id)],
  )
  const times = new Map(written.map((row) => [row.id, row]))
  const [from, into] = trashed ? ([LIVE, TRASH] as const) : ([TRASH, LIVE] as const)
  const counts = moving.flatMap(({ seq, created_by: createdBy }) => [
    { tenantId: owner.id, createdBy, list: from, seq, by: -1 as const },
    { tenantId: owner.id, createdBy, list: into, seq, by: 1 as const },
  ])
  await grow(sql, { counts, bytes: new Map() })
  return moving.map((row) => assetOfRow({ ...row, ...times.get(row.id) }))
}

/**
 * The rows of those ids that the tenant has within the scope, in the order given, locked until the transaction ends.
 * Others are not waited for: how long that takes would tell that they exist.
 */
export async function lockRows(
  sql: Sql,
  tenantId: number,
  { ids, scope }: { readonly ids: readonly string[]; readonly scope?: AssetScope | null },
): Promise<ReadonlyMap<string, AssetRow>> {
  const rows = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id = ANY($1::uuid[]) AND a.tenant_id = $2 AND ${inScope('a', '$3', '$4')}
      ORDER BY a.id FOR NO KEY UPDATE OF a`,
    [ids.filter(isUuid), tenantId, ...scopeValues(scope)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    ids.flatMap((id) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[id, row] as const]
    }),
  )
}

async function lockRow(
  sql: Sql,
  tenant: string,
  id: string,
  scope?: AssetScope | null,
): Promise<AssetRow | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id = $1 AND t.name = $2 AND ${inScope('a', '$3', '$4')}
      FOR NO KEY UPDATE OF a`,
    [id, tenant, ...scopeValues(scope)],
  )
  return row ?? null
}

/** Variants, failed variants, and what they change in the bytes of the tenant. */
async function writeVariants(
  sql: Sql,
  { id, tenant_id: tenantId }: AssetRow,
  { before, after }: { readonly before: Asset; readonly after: Asset },
): Promise<void> {
  await grow(sql, { counts: [], bytes: new Map([[tenantId, bytesOf(after) - bytesOf(before)]]) })
  const json = (list: readonly unknown[]): string | null =>
    listOrNull(list) === null ? null : JSON.stringify(list)
  await sql('UPDATE $schema.assets SET variants = $2, failed_variants = $3 WHERE id = $1', [
    id,
    json(after.variants),
    json(after.failedVariants),
  ])
}
