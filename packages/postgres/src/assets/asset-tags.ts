import type { Asset } from '@stowage/core'
import { type AssetRecords, formatTimestamp, keptOwnData, taggedAssets } from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { type AssetRow, assetOfRow, findingColumns } from '../schema/asset-row.ts'
import { grow } from '../tenants/tenants.ts'
import { lockToChange } from './asset-locks.ts'
import { CHANGE_TIME, replaced } from './asset-writes.ts'

/** `AssetRecords.tag` */
export async function tag(
  sql: Sql,
  { add, remove, ...request }: Parameters<AssetRecords['tag']>[0],
): Promise<readonly Asset[]> {
  const locked = await lockToChange(sql, request)
  const found = new Map(locked.map((row) => [row.id, row]))
  const tagged = taggedAssets(locked.map(assetOfRow), { add, remove })
  if (tagged.length === 0) return []
  const rows = tagged.map((asset) => {
    const { tenant_id: tenantId } = found.get(asset.id) as AssetRow
    return { id: asset.id, own: keptOwnData(asset), terms: findingColumns(tenantId, asset).terms }
  })
  const written = await sql<Pick<AssetRow, 'id' | 'updated_at'>>(WRITE_OWN_DATA, [
    JSON.stringify(rows),
  ])
  const counts = tagged.flatMap((asset) => {
    const row = found.get(asset.id) as AssetRow
    return replaced(row, assetOfRow(row), asset)
  })
  await grow(sql, { counts, bytes: new Map() })
  const times = new Map(written.map((row) => [row.id, formatTimestamp(row.updated_at)]))
  return tagged.map((asset) => ({ ...asset, updatedAt: times.get(asset.id) ?? asset.updatedAt }))
}

const WRITE_OWN_DATA = `UPDATE $schema.assets a SET own = x.own, terms = x.terms, updated_at = ${CHANGE_TIME}
  FROM json_to_recordset($1) AS x (id uuid, own json, terms tsvector) WHERE a.id = x.id RETURNING a.id, a.updated_at`
