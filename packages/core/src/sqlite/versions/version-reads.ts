import type { VersionRecord } from '../../versions/asset-version.ts'
import type { Sql } from '../driver/client.ts'
import { SELECT_VERSION, type VersionRow, versionOfRow } from './version-row.ts'

/** `VersionRecords.list` */
export function listVersions(sql: Sql, assetId: string): readonly VersionRecord[] {
  return sql<VersionRow>(
    `${SELECT_VERSION} WHERE x.asset_id = ? ORDER BY x.replaced_at DESC, x.id DESC`,
  )
    .all(assetId)
    .map(versionOfRow)
}

/** `VersionRecords.get` */
export function getVersion(sql: Sql, id: string): VersionRecord | null {
  const row = sql<VersionRow>(`${SELECT_VERSION} WHERE x.id = ?`).get(id)
  return row === undefined ? null : versionOfRow(row)
}

/** `VersionRecords.listAll` */
export function listAllVersions(
  sql: Sql,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): readonly VersionRecord[] {
  const rows = sql<VersionRow>(`${SELECT_VERSION} WHERE x.id > ? ORDER BY x.id LIMIT ?`)
  return rows.all(afterId ?? '', limit).map(versionOfRow)
}
