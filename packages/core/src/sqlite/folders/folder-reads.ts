import type { AssetScope } from '../../assets/asset-scope.ts'
import { inOrderOf } from '../../assets/in-order-of.ts'
import type { Folder, FolderUsage } from '../../folders/folder.ts'
import type { FolderList, FolderQuery, FolderRequest } from '../../folders/folder-records.ts'
import type { Sql } from '../driver/client.ts'
import { findTenant } from '../tenants/tenants.ts'
import { type FolderRow, folderOfRow, SELECT_FOLDER } from './folder-row.ts'

/** The two parameters say whether there is a scope, and of which creator. */
const IN_SCOPE = '(:isScoped = 0 OR f.created_by IS :createdBy)'

const BY_ID = `${SELECT_FOLDER} WHERE f.id = :id AND f.tenant_id = :tenantId AND ${IN_SCOPE}`

/** `FolderRecords.get` */
export function getFolder(sql: Sql, { tenant, id, scope }: FolderRequest): Folder | null {
  const row = findFolder(sql, findTenant(sql, tenant), id, scope)
  return row === null ? null : folderOfRow(row)
}

/** The row of a folder of the tenant within the scope. */
export function findFolder(
  sql: Sql,
  tenantId: number | null,
  id: string,
  scope: AssetScope | null | undefined,
): FolderRow | null {
  if (tenantId === null) return null
  return sql<FolderRow>(BY_ID).get({ id, tenantId, ...scopeValues(scope) }) ?? null
}

function scopeValues(scope: AssetScope | null | undefined) {
  return { isScoped: Number(scope != null), createdBy: scope?.createdBy ?? null }
}

/** `FolderRecords.list`. The caller runs it in one snapshot. */
export function listFolders(
  sql: Sql,
  { tenant, scope = null, parentId, offset, limit }: FolderQuery,
): FolderList {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return { folders: [], total: 0 }
  const conditions = [
    'f.tenant_id = :tenantId',
    ...(scope === null ? [] : ['f.created_by IS :createdBy']),
    ...(parentId === undefined ? [] : ['f.parent_id IS :parentId']),
  ].join(' AND ')
  const values = {
    tenantId,
    ...(scope !== null && { createdBy: scope.createdBy }),
    ...(parentId !== undefined && { parentId }),
  }
  const count = `SELECT count(*) AS total FROM folders f WHERE ${conditions}`
  const rows = sql<FolderRow>(
    `${SELECT_FOLDER} WHERE ${conditions} ORDER BY f.name_key, f.id LIMIT :limit OFFSET :offset`,
  ).all({ ...values, limit, offset })
  return {
    folders: rows.map(folderOfRow),
    total: sql<{ total: number }>(count).get(values)?.total ?? 0,
  }
}

/** The bytes of the variants are in their JSON. */
const USAGE = `SELECT f.id,
    (SELECT count(*) FROM folders c WHERE c.tenant_id = f.tenant_id AND c.parent_id = f.id) AS folders,
    count(a.seq) AS assets,
    coalesce(sum(a.size + (SELECT coalesce(sum(json_extract(v.value, '$.size')), 0)
      FROM json_each(coalesce(a.variants, '[]')) v)), 0) AS bytes
  FROM folders f LEFT JOIN assets a ON a.tenant_id = f.tenant_id AND a.folder_id = f.id
    AND a.trashed_at IS NULL AND a.folder_id IS NOT NULL AND (:isScoped = 0 OR a.created_by IS :createdBy)
  WHERE f.id IN (SELECT value FROM json_each(:ids)) AND f.tenant_id = :tenantId AND ${IN_SCOPE}
  GROUP BY f.id`

/** `FolderRecords.usage`. Counts what is in each folder. */
export function folderUsage(
  sql: Sql,
  {
    tenant,
    ids,
    scope,
  }: {
    readonly tenant: string
    readonly ids: readonly string[]
    readonly scope?: AssetScope | null
  },
): ReadonlyMap<string, FolderUsage> {
  const tenantId = findTenant(sql, tenant)
  const rows = sql<FolderUsage & { readonly id: string }>(USAGE).all({
    ids: JSON.stringify(ids),
    tenantId,
    ...scopeValues(scope),
  })
  const found = rows.map(
    ({ id, folders, assets, bytes }) => [id, { folders, assets, bytes }] as const,
  )
  return inOrderOf(ids, new Map(found))
}
