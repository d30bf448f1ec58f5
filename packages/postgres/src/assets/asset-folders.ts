import type { AssetRecord } from '@stowage/core/internal'
import { type AssetRecords, folderNotFound } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { assertFolder } from '../folders/folder-tree.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { grow, lockTenant } from '../tenants/tenants.ts'
import { lockToChange } from './asset-locks.ts'
import { CHANGE_TIME, replaced } from './asset-writes.ts'

/** `AssetRecords.move` */
export async function move(
  sql: Sql,
  { folderId, ...request }: Parameters<AssetRecords['move']>[0],
): Promise<readonly AssetRecord[]> {
  const { tenant, scope = null } = request
  // Before its folders are checked: the lock keeps them unchanged.
  const owner = await lockTenant(sql, tenant)
  if (owner === null && folderId !== null) throw folderNotFound([folderId])
  await assertFolder(sql, tenant, folderId, scope)
  const found = await lockToChange(sql, request)
  return setFolder(
    sql,
    found.filter((row) => row.folder_id !== folderId),
    folderId,
  )
}

/**
 * Puts assets, in the trash or not, into an existing folder or into none. Resolves to the changed records. The
 * tenant and the rows are locked.
 */
export async function setFolder(
  sql: Sql,
  rows: readonly AssetRow[],
  folderId: string | null,
): Promise<readonly AssetRecord[]> {
  if (rows.length === 0) return []
  const written = await sql<Pick<AssetRow, 'id' | 'folder_id' | 'updated_at'>>(
    `UPDATE $schema.assets SET folder_id = $2, updated_at = ${CHANGE_TIME}
      WHERE id = ANY($1::uuid[]) RETURNING id, folder_id, updated_at`,
    [rows.map(({ id }) => id), folderId],
  )
  const changes = new Map(written.map((row) => [row.id, row]))
  const moved = rows.map((row) => ({ row, asset: assetOfRow({ ...row, ...changes.get(row.id) }) }))
  const counts = moved.flatMap(({ row, asset }) => replaced(row, assetOfRow(row), asset))
  await grow(sql, { counts, bytes: new Map() })
  return moved.map(({ asset }) => asset)
}
