import type { Asset } from '../../model/asset.ts'
import type { AssetList, ListQuery } from '../../ports/asset-records.ts'
import type { Sql } from '../engine/client.ts'
import { countOf, LIVE, type ListNumber, locate, TRASH } from '../tenants/count-tree.ts'
import { findTenant } from '../tenants/tenants.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from './asset-row.ts'

/** The partial index `assets_live` or `assets_trash` serves it, from the found position on. */
export const PAGE_SQL: Readonly<Record<ListNumber, string>> = {
  [LIVE]: pageSql('a.trashed_at IS NULL'),
  [TRASH]: pageSql('a.trashed_at IS NOT NULL'),
}

/** Made once: a text that is put together anew must be hashed anew to find its statement. */
const BY_ID = `${SELECT_ASSET} WHERE a.id = ?`
const BY_PUBLIC_FILE_ID = `${SELECT_ASSET} WHERE a.public_file_id = ?`

function pageSql(condition: string): string {
  return `${SELECT_ASSET} WHERE a.tenant_id = ? AND a.seq < ? AND ${condition}
    ORDER BY a.seq DESC LIMIT ? OFFSET ?`
}

export function getAsset(
  sql: Sql,
  by: { readonly id: string } | { readonly publicFileId: string },
): Asset | null {
  const row =
    'id' in by
      ? sql<AssetRow>(BY_ID).get(by.id)
      : sql<AssetRow>(BY_PUBLIC_FILE_ID).get(by.publicFileId)
  return row === undefined ? null : assetOfRow(row)
}

/** Total, start and rows; the caller sees to it that they are of one snapshot. */
export function listAssets(sql: Sql, { tenant, trashed, from, limit }: ListQuery): AssetList {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { assets: [], total: 0 }
  const list = trashed ? TRASH : LIVE
  const total = countOf(sql, tenantId, list)
  const start =
    'belowSeq' in from
      ? { belowSeq: from.belowSeq, skip: 0 }
      : startOf(sql, tenantId, list, from.offset)
  if (start === null) return { assets: [], total }
  const rows = sql<AssetRow>(PAGE_SQL[list]).all(tenantId, start.belowSeq, limit, start.skip)
  return { assets: rows.map(assetOfRow), total }
}

/** The first page, which is asked for most, needs no look-up. */
function startOf(sql: Sql, tenantId: number, list: ListNumber, offset: number) {
  if (offset === 0) return { belowSeq: Number.MAX_SAFE_INTEGER, skip: 0 }
  return locate(sql, tenantId, list, offset)
}

/** `AssetRecords.listAll`. */
export function listAllAssets(
  sql: Sql,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): readonly Asset[] {
  const rows = sql<AssetRow>(`${SELECT_ASSET} WHERE a.id > ? ORDER BY a.id LIMIT ?`)
  return rows.all(afterId ?? '', limit).map(assetOfRow)
}
