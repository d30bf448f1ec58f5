import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetRecords,
  applyChanges,
  assertContent,
  assetNotFound,
  bytesOf,
  CHANGED_ENTRIES,
  type CountChange,
  canChange,
  changedMeanwhile,
  countChange,
  formatTimestamp,
  isAsExpected,
  isFoundAnew,
  jsonOfList,
  jsonOfOwnData,
  LIVE,
  type ListNumber,
  reservationLost,
  TRASH,
  type Updated,
  type UpdateRequest,
  withoutVariants,
  withVariants,
} from '@stowage/core/internal'
import { addClaims, consumeReservationsCte, lockReserved } from '../blobs/blob-keys.ts'
import type { Sql } from '../connection/database.ts'
import { markChanged } from '../finding/list-changes.ts'
import { assertFolder } from '../folders/folder-tree.ts'
import { TRASH_TIME } from '../leases/sweeps.ts'
import { type AssetRow, assetOfRow, settingsOf, valuesOf } from '../schema/asset-row.ts'
import { termsVector } from '../schema/terms.ts'
import { grow, lockTenant } from '../tenants/tenants.ts'
import { lockRow, lockToChange } from './asset-locks.ts'

/** As `changeTime` of the core does it. */
export const CHANGE_TIME = 'greatest($now, least(updated_at + 1, $now + 1000))'

const UPDATE_CHANGED = `UPDATE $schema.assets
  SET terms = coalesce($2::tsvector, terms), own = $3, updated_at = ${CHANGE_TIME}, ${settingsOf(CHANGED_ENTRIES, 4)}
  WHERE id = $1 RETURNING updated_at`

/** `AssetRecords.update` */
export async function update(
  sql: Sql,
  { tenant, id, scope, changes, ifMatch, sha256 }: UpdateRequest,
): Promise<Updated> {
  // A change makes new versions of counts, and a move must not meet a change of folders, so the tenant's lock comes
  // first.
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id, scope)
  const asset = row === null ? null : assetOfRow(row)
  if (row === null || asset === null || !canChange(asset, changes)) throw assetNotFound([id])
  if (!isAsExpected(asset, ifMatch)) throw changedMeanwhile()
  assertContent(asset, sha256)
  const changed = applyChanges(asset, changes, asset.updatedAt)
  if (changed === asset) return { asset, changed: false }
  if (changed.folderId !== asset.folderId) await assertFolder(sql, tenant, changed.folderId, scope)
  const terms = isFoundAnew(asset, changed) ? termsVector(row.tenant_id, changed) : null
  const [written] = await sql<Pick<AssetRow, 'updated_at'>>(UPDATE_CHANGED, [
    id,
    terms,
    jsonOfOwnData(changed),
    ...valuesOf(changed, CHANGED_ENTRIES),
  ])
  if (written === undefined) throw assetNotFound([id])
  if (changed.folderId === asset.folderId) {
    await markChanged(sql, { tenantId: row.tenant_id, list: listOf(row), seq: row.seq })
  } else {
    await grow(sql, { counts: replaced(row, asset, changed), bytes: new Map() })
  }
  return {
    asset: { ...changed, updatedAt: formatTimestamp(written.updated_at) },
    changed: true,
  }
}

/** `AssetRecords.addVariants` */
export async function addVariants(
  sql: Sql,
  request: Parameters<AssetRecords['addVariants']>[0],
): Promise<AssetRecord> {
  const { tenant, id, variants, madeOf, replaces } = request
  const keys = variants.map(({ blobKey }) => blobKey)
  const reserved = await lockReserved(sql, keys)
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id)
  if (row === null || row.trashed_at !== null) throw assetNotFound([id])
  if (madeOf !== undefined && madeOf !== row.blob_key) throw changedMeanwhile()
  const asset = assetOfRow(row)
  const { asset: changed, taken } = withVariants(asset, request)
  const distinct = new Set(keys).size === keys.length
  if (!distinct || !keys.every((key) => reserved.has(key))) throw reservationLost()
  await sql(`WITH ${consumeReservationsCte('$1')} SELECT`, [keys])
  if (taken.length > 0) {
    await addClaims(sql, [{ tenantId: row.tenant_id, keys: taken }], replaces?.grace)
  }
  await writeVariants(sql, row, { before: asset, after: changed })
  return changed
}

/** `AssetRecords.removeVariants` */
export async function removeVariants(
  sql: Sql,
  { tenant, id, blobKeys }: Parameters<AssetRecords['removeVariants']>[0],
): Promise<AssetRecord> {
  await lockTenant(sql, tenant)
  const row = await lockRow(sql, tenant, id)
  if (row === null) throw assetNotFound([id])
  const before = assetOfRow(row)
  const { asset, taken } = withoutVariants(before, blobKeys)
  await addClaims(sql, [{ tenantId: row.tenant_id, keys: taken }])
  await writeVariants(sql, row, { before, after: asset })
  return asset
}

/** `AssetRecords.setTrashed` */
export async function setTrashed(
  sql: Sql,
  { to, ...request }: Parameters<AssetRecords['setTrashed']>[0],
): Promise<readonly AssetRecord[]> {
  const found = await lockToChange(sql, request, 'anywhere')
  const trashed = to === 'trash'
  const moving = found.filter((row) => (row.trashed_at !== null) !== trashed)
  if (moving.length === 0) return []
  const trashedAt = trashed ? TRASH_TIME : 'NULL'
  const written = await sql<Pick<AssetRow, 'id' | 'trashed_at' | 'updated_at'>>(
    `UPDATE $schema.assets SET trashed_at = ${trashedAt}, updated_at = ${CHANGE_TIME}
      WHERE id = ANY($1::uuid[]) RETURNING id, trashed_at, updated_at`,
    [moving.map(({ id }) => id)],
  )
  const times = new Map(written.map((row) => [row.id, row]))
  const [from, into] = trashed ? ([LIVE, TRASH] as const) : ([TRASH, LIVE] as const)
  const moved = moving.map((row) => ({ row, asset: assetOfRow({ ...row, ...times.get(row.id) }) }))
  const counts = moved.flatMap(({ row: { tenant_id: tenantId, seq }, asset }) => [
    countChange(asset, { tenantId, list: from, seq, by: -1 }),
    countChange(asset, { tenantId, list: into, seq, by: 1 }),
  ])
  await grow(sql, { counts, bytes: new Map() })
  return moved.map(({ asset }) => asset)
}

/**
 * The asset leaves its old counters and enters its new ones, in the same list. The rows of its blocks get new versions
 * even if their counts stay, which marks kept totals as old; see `finding/list-changes.ts`.
 */
export function replaced(
  row: AssetRow,
  before: AssetRecord,
  after: AssetRecord,
): readonly CountChange[] {
  const { tenant_id: tenantId, seq } = row
  const list = listOf(row)
  return [
    countChange(before, { tenantId, list, seq, by: -1 }),
    countChange(after, { tenantId, list, seq, by: 1 }),
  ]
}

/** The list that has the asset of a row. */
export function listOf({ trashed_at: trashedAt }: AssetRow): ListNumber {
  return trashedAt === null ? LIVE : TRASH
}

/** Writes the variants, the failed variants, and their change of the tenant's bytes. */
async function writeVariants(
  sql: Sql,
  row: AssetRow,
  { before, after }: { readonly before: AssetRecord; readonly after: AssetRecord },
): Promise<void> {
  const { id, tenant_id: tenantId } = row
  const bytes = new Map([[tenantId, bytesOf(after) - bytesOf(before)]])
  await grow(sql, { counts: replaced(row, before, after), bytes })
  await sql('UPDATE $schema.assets SET variants = $2, failed_variants = $3 WHERE id = $1', [
    id,
    jsonOfList(after.variants),
    jsonOfList(after.failedVariants),
  ])
}
