import {
  type AssetScope,
  assetsToChange,
  type ChangeRequest,
  type CheckedFilter,
  inSlices,
  matchesFilter,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { foldersInTree } from '../finding/folder-tree-ids.ts'
import { isUuid } from '../schema/asset-id.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import { lockTenant } from '../tenants/tenants.ts'
import { inScope, scopeValues } from './scope-condition.ts'

/** The row of an asset of the tenant within the scope, locked until the transaction ends. */
export async function lockRow(
  sql: Sql,
  tenant: string,
  id: string,
  scope?: AssetScope | null,
): Promise<AssetRow | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id = $1 AND t.name = $2 AND ${inScope('a', '$3', '$4')}
      FOR NO KEY UPDATE OF a`,
    [id, tenant, ...scopeValues(scope)],
  )
  return row ?? null
}

/**
 * The rows of active assets that a call changes, in the order given; with `anywhere` also of assets in the trash. They
 * and their tenant are locked until the transaction ends.
 */
export async function lockToChange(
  sql: Sql,
  request: ChangeRequest,
  anywhere?: 'anywhere',
): Promise<readonly AssetRow[]> {
  const { tenant, scope = null, matching } = request
  const owner = await lockTenant(sql, tenant)
  const folderId = matching?.folderTree
  const entries: ReadonlyMap<string, AssetRow> =
    owner === null ? new Map() : await lockRows(sql, owner.id, request)
  const held = [...entries.values()].flatMap((row) => row.folder_id ?? [])
  const tree =
    owner === null || folderId === undefined
      ? []
      : await foldersInTree(sql, { tenantId: owner.id, scope, folderId }, held)
  const holding = await rowsThatHold([...entries.values()], matching, new Set(tree))
  return assetsToChange(request, {
    entries,
    canChange: ({ trashed_at: trashedAt }) => trashedAt === null || anywhere !== undefined,
    matches: (row) => holding.has(row),
  })
}

/**
 * The rows of assets that match the filter. `tree`: ids of the folders of `folderTree`. Other work runs after each
 * asset with texts, because folding them may take milliseconds.
 */
async function rowsThatHold(
  rows: readonly AssetRow[],
  filter: CheckedFilter | undefined,
  tree: ReadonlySet<string>,
): Promise<ReadonlySet<AssetRow>> {
  if (filter === undefined) return new Set()
  const held = await inSlices(rows, 0, (row) => ({
    result: matchesFilter(assetOfRow(row), filter, tree) ? [row] : [],
    weight: row.own === null ? 0 : 1,
  }))
  return new Set(held.flat())
}

/**
 * The rows of the ids that the tenant has within the scope, in the order given, locked until the transaction ends. Does
 * not wait for locks on other rows: the waiting time would reveal that they exist.
 */
export async function lockRows(
  sql: Sql,
  tenantId: number,
  { ids, scope = null }: Pick<ChangeRequest, 'ids' | 'scope'>,
): Promise<ReadonlyMap<string, AssetRow>> {
  const rows = await sql<AssetRow>(
    `${SELECT_ASSET} WHERE a.id = ANY($1::uuid[]) AND a.tenant_id = $2 AND ${inScope('a', '$3', '$4')}
      ORDER BY a.id FOR NO KEY UPDATE OF a`,
    [ids.filter(isUuid), tenantId, ...scopeValues(scope)],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    ids.flatMap((id) => {
      const row = byId.get(id)
      return row === undefined ? [] : [[id, row] as const]
    }),
  )
}
