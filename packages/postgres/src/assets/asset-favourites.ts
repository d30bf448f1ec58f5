import type { AssetRecord, AssetRecords } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { grow } from '../tenants/tenants.ts'
import { lockToChange } from './asset-locks.ts'
import { CHANGE_TIME, replaced } from './asset-writes.ts'

/** `AssetRecords.setFavourite` */
export async function setFavourite(
  sql: Sql,
  { isFavourite, ...request }: Parameters<AssetRecords['setFavourite']>[0],
): Promise<readonly AssetRecord[]> {
  const found = await lockToChange(sql, request)
  const others = found.filter((row) => row.is_favourite !== isFavourite)
  if (others.length === 0) return []
  const written = await sql<Pick<AssetRow, 'id' | 'is_favourite' | 'updated_at'>>(
    `UPDATE $schema.assets SET is_favourite = $2, updated_at = ${CHANGE_TIME}
      WHERE id = ANY($1::uuid[]) RETURNING id, is_favourite, updated_at`,
    [others.map(({ id }) => id), isFavourite],
  )
  const changes = new Map(written.map((row) => [row.id, row]))
  const changed = others.map((row) => ({
    row,
    asset: assetOfRow({ ...row, ...changes.get(row.id) }),
  }))
  const counts = changed.flatMap(({ row, asset }) => replaced(row, assetOfRow(row), asset))
  await grow(sql, { counts, bytes: new Map() })
  return changed.map(({ asset }) => asset)
}
