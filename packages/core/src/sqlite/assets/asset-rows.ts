import type { ChangeRequest, IdsRequest } from '../../assets/asset-records.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import { matchesFilter } from '../../filters/matches-filter.ts'
import { assetsToChange } from '../../matching/assets-to-change.ts'
import type { Sql } from '../driver/client.ts'
import { foldersInTree } from '../folders/folder-filter.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { findTenant } from '../tenants/tenants.ts'

/** The row of an asset of the tenant. */
export function findRow(sql: Sql, tenant: string, id: string): AssetRow | null {
  return sql<AssetRow>(`${SELECT_ASSET} WHERE a.id = ? AND t.name = ?`).get(id, tenant) ?? null
}

/** The rows of active assets that a call changes, in the order given; with `anywhere` also of assets in the trash. */
export function rowsToChange(
  sql: Sql,
  request: ChangeRequest,
  anywhere?: 'anywhere',
): readonly AssetRow[] {
  const entries = findRows(sql, request)
  const tree = treeOf(sql, request, entries.values())
  return assetsToChange(request, {
    entries,
    canChange: ({ trashed_at: trashedAt }) => trashedAt === null || anywhere !== undefined,
    matches: (row, filter) => matchesFilter(assetOfRow(row), filter, tree),
  })
}

/** The ids of those folders of these assets that are in the filter's `folderTree`. */
function treeOf(
  sql: Sql,
  { tenant, scope = null, matching }: ChangeRequest,
  rows: Iterable<AssetRow>,
): ReadonlySet<string> {
  const id = matching?.folderTree
  const tenantId = id === undefined ? null : findTenant(sql, tenant)
  if (id === undefined || tenantId === null) return new Set()
  const folders = [...rows].flatMap((row) => row.folder_id ?? [])
  return foldersInTree(sql, { tenantId, scope, id }, new Set(folders))
}

/** The rows of the ids that the tenant has within the scope, in the order given. */
export function findRows(
  sql: Sql,
  { tenant, ids, scope }: IdsRequest,
): ReadonlyMap<string, AssetRow> {
  const rows = sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id IN (SELECT value FROM json_each(?)) AND t.name = ?`,
  ).all(JSON.stringify(ids), tenant)
  const found = new Map(
    rows.flatMap((row) => (isInScope({ createdBy: row.created_by }, scope) ? [[row.id, row]] : [])),
  )
  return new Map(
    ids.flatMap((id) => {
      const row = found.get(id)
      return row === undefined ? [] : [[id, row]]
    }),
  )
}

/** The ids as JSON for `json_each`: one statement for all rows costs half as much as one per row. */
export function idsOf(rows: readonly AssetRow[]): string {
  return JSON.stringify(rows.map(({ id }) => id))
}
