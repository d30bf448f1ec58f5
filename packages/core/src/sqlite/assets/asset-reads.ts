import type { AssetRecord } from '../../assets/asset.ts'
import type { AssetKey, AssetList } from '../../assets/asset-records.ts'
import { creatorPart } from '../../assets/asset-scope.ts'
import type { PlainList } from '../../finding/plain-list.ts'
import type { Sql } from '../driver/client.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import {
  type CountedList,
  countOf,
  LIVE,
  type ListNumber,
  locate,
  TRASH,
  WHOLE_TENANT,
} from '../tenants/count-tree.ts'
import { findTenant } from '../tenants/tenants.ts'
import { getByExternalId } from './content-reads.ts'

/** The partial index `assets_live` or `assets_trash` serves it from the found position on. */
export const PAGE_SQL: Readonly<Record<ListNumber, string>> = {
  [LIVE]: pageSql('a.trashed_at IS NULL'),
  [TRASH]: pageSql('a.trashed_at IS NOT NULL'),
}

/** As `PAGE_SQL` for one creator; `assets_creator_live` or `assets_creator_trash` serves it. Skipping reads no row. */
export const CREATOR_PAGE_SQL: Readonly<Record<ListNumber, string>> = {
  [LIVE]: creatorPageSql('trashed_at IS NULL'),
  [TRASH]: creatorPageSql('trashed_at IS NOT NULL'),
}

/** Built once: a newly built text must be hashed again to find its statement. */
const BY_ID = `${SELECT_ASSET} WHERE a.id = ?`
const BY_PUBLIC_FILE_ID = `${SELECT_ASSET} WHERE a.public_file_id = ?`

function pageSql(condition: string): string {
  return `${SELECT_ASSET} WHERE a.tenant_id = ? AND a.seq < ? AND ${condition}
    ORDER BY a.seq DESC LIMIT ? OFFSET ?`
}

/** `IS` also finds assets without a creator, by the same index. */
function creatorPageSql(condition: string): string {
  return `${SELECT_ASSET} WHERE a.tenant_id = :tenantId AND a.created_by IS :createdBy AND a.${condition}
    AND a.seq <= (SELECT seq FROM assets
      WHERE tenant_id = :tenantId AND created_by IS :createdBy AND ${condition} AND seq < :belowSeq
      ORDER BY seq DESC LIMIT 1 OFFSET :skip)
    ORDER BY a.seq DESC LIMIT :limit`
}

export function getAsset(sql: Sql, by: AssetKey): AssetRecord | null {
  if ('externalId' in by) return getByExternalId(sql, by)
  const row =
    'id' in by
      ? sql<AssetRow>(BY_ID).get(by.id)
      : sql<AssetRow>(BY_PUBLIC_FILE_ID).get(by.publicFileId)
  return row === undefined ? null : assetOfRow(row)
}

/** Reads total, start and rows; the caller runs it in one snapshot. */
export function listAssets(
  sql: Sql,
  { tenant, scope, trashed, from, limit }: PlainList,
): AssetList {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { assets: [], total: 0 }
  const part = scope === null ? WHOLE_TENANT : creatorPart(scope.createdBy)
  const list: CountedList = { tenantId, part, list: trashed ? TRASH : LIVE }
  const total = countOf(sql, list)
  const start =
    'belowSeq' in from ? { belowSeq: from.belowSeq, skip: 0 } : startOf(sql, list, from.offset)
  if (start === null) return { assets: [], total }
  const { belowSeq, skip } = start
  const rows =
    scope === null
      ? sql<AssetRow>(PAGE_SQL[list.list]).all(tenantId, belowSeq, limit, skip)
      : sql<AssetRow>(CREATOR_PAGE_SQL[list.list]).all({
          tenantId,
          createdBy: scope.createdBy,
          belowSeq,
          limit,
          skip,
        })
  return { assets: rows.map(assetOfRow), total }
}

/** The first page, the most requested one, needs no look-up. */
function startOf(sql: Sql, list: CountedList, offset: number) {
  if (offset === 0) return { belowSeq: Number.MAX_SAFE_INTEGER, skip: 0 }
  return locate(sql, list, offset)
}

/** `AssetRecords.listAll`. */
export function listAllAssets(
  sql: Sql,
  { afterId, limit }: { readonly afterId: string | null; readonly limit: number },
): readonly AssetRecord[] {
  const rows = sql<AssetRow>(`${SELECT_ASSET} WHERE a.id > ? ORDER BY a.id LIMIT ?`)
  return rows.all(afterId ?? '', limit).map(assetOfRow)
}
