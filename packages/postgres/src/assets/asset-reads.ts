import type { Asset } from '@stowage/core'
import type { AssetList, ListQuery } from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { LIVE, type ListNumber, locateSteps, TRASH } from '../tenants/count-tree.ts'
import { isUuid } from './asset-id.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from './asset-row.ts'

/** `AssetRecords.get` */
export async function getAsset(
  sql: Sql,
  by: { readonly id: string } | { readonly publicFileId: string },
): Promise<Asset | null> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['public_file_id', by.publicFileId]
  if (!isUuid(value)) return null
  const [row] = await sql<AssetRow>(`${SELECT_ASSET} WHERE a.${column} = $1`, [value])
  return row === undefined ? null : assetOfRow(row)
}

/** `AssetRecords.list`. Total, start and rows are of one statement, hence of one snapshot. */
export async function listAssets(
  sql: Sql,
  { tenant, trashed, from, limit }: ListQuery,
): Promise<AssetList> {
  const list = trashed ? TRASH : LIVE
  const rows =
    'offset' in from
      ? await sql<ListRow>(PAGE_AT[list], [tenant, limit, from.offset])
      : await sql<ListRow>(PAGE_BELOW[list], [tenant, limit, from.belowSeq])
  return {
    assets: rows.flatMap((row) => (row.id === null ? [] : assetOfRow(row))),
    total: rows[0]?.total ?? 0,
  }
}

/** `AssetRecords.listAll` */
export async function listAllAssets(
  sql: Sql,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): Promise<readonly Asset[]> {
  const rows = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE $1::uuid IS NULL OR a.id > $1::uuid ORDER BY a.id LIMIT $2`,
    [afterId, limit],
  )
  return rows.map(assetOfRow)
}

/** A page that is empty has one row, with the total and no asset. */
type ListRow = (AssetRow | { readonly id: null }) & { readonly total: number }

/** Both take the tenant, the limit, and the offset or the `seq` to start below. */
export const PAGE_AT: Readonly<Record<ListNumber, string>> = {
  [LIVE]: pageText(LIVE, locateSteps(LIVE, '$3')),
  [TRASH]: pageText(TRASH, locateSteps(TRASH, '$3')),
}
const START_BELOW = 'start AS (SELECT $3::bigint AS below_seq, 0::bigint AS skip)'
export const PAGE_BELOW: Readonly<Record<ListNumber, string>> = {
  [LIVE]: pageText(LIVE, START_BELOW),
  [TRASH]: pageText(TRASH, START_BELOW),
}

/** The partial index `assets_live` or `assets_trash` serves it, from the found position on. */
function pageText(list: ListNumber, start: string): string {
  const [total, condition] =
    list === LIVE ? ['live', 'trashed_at IS NULL'] : ['trash', 'trashed_at IS NOT NULL']
  return `WITH tenant AS (SELECT id, name, ${total} AS total FROM $schema.tenants WHERE name = $1),
    ${start}
    SELECT tenant.total, tenant.name AS tenant, page.* FROM tenant LEFT JOIN LATERAL (
      SELECT * FROM $schema.assets
        WHERE tenant_id = tenant.id AND ${condition} AND seq < (SELECT below_seq FROM start)
        ORDER BY seq DESC LIMIT $2 OFFSET (SELECT skip FROM start)
    ) page ON true ORDER BY page.seq DESC`
}
