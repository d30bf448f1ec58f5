import type { VersionRecord, VersionRecords } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'
import { SELECT_VERSION, type VersionRow, versionOfRow } from './version-row.ts'

/** `VersionRecords.list` */
export async function listVersions(sql: Sql, assetId: string): Promise<readonly VersionRecord[]> {
  return isUuid(assetId) ? (await versionRows(sql, assetId)).map(versionOfRow) : []
}

/** The versions of an asset, or the one of that id, the most recently replaced first. */
export function versionRows(
  sql: Sql,
  assetId: string,
  id: string | null = null,
): Promise<readonly VersionRow[]> {
  return sql<VersionRow>(
    `${SELECT_VERSION} WHERE v.asset_id = $1 AND ($2::uuid IS NULL OR v.id = $2)
      ORDER BY v.replaced_at DESC, v.id DESC`,
    [assetId, id],
  )
}

/** `VersionRecords.get` */
export async function getVersion(sql: Sql, id: string): Promise<VersionRecord | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<VersionRow>(`${SELECT_VERSION} WHERE v.id = $1`, [id])
  return row === undefined ? null : versionOfRow(row)
}

/** `VersionRecords.listAll` */
export async function listAllVersions(
  sql: Sql,
  { afterId, limit }: Parameters<VersionRecords['listAll']>[0],
): Promise<readonly VersionRecord[]> {
  const rows = await sql<VersionRow>(
    `${SELECT_VERSION} WHERE $1::uuid IS NULL OR v.id > $1::uuid ORDER BY v.id LIMIT $2`,
    [afterId, limit],
  )
  return rows.map(versionOfRow)
}
