import { termsOf } from '../../model/asset-terms.ts'
import { LIVE, TRASH } from '../../model/count-changes.ts'
import { nameKey } from '../../model/name-key.ts'
import { type Sql, type SqliteClient, statementsOf } from '../engine/client.ts'
import { applyListChanges } from '../terms/list-changes.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow } from './asset-row.ts'
import type { FillBatch } from './migration.ts'

/** Rows of a batch, at most, and what a tenant costs beside its own. */
const BATCH = 10_000
const PER_TENANT = 10

interface TenantRow {
  readonly id: number
  readonly next_seq: number
  /** The highest number of a tenant. */
  readonly last: number
}

/**
 * Takes assets out of folders that do not exist, and writes what each asset is sorted by and found by. In the order of
 * insertion of one tenant after the other; the cursor is `tenant:first number`.
 */
export function fillFinding(client: SqliteClient, after: string | null): FillBatch {
  const sql = statementsOf(client)
  let [id, first] = (after ?? '0:0').split(':').map(Number) as [number, number]
  let part = 0
  for (let left = BATCH; left > 0; ) {
    const tenant = sql<TenantRow>(NEXT_TENANT).get(id)
    if (tenant === undefined) return { next: null, part: 1 }
    if (tenant.id !== id) [id, first] = [tenant.id, 0]
    const rows = sql<AssetRow>(ROWS).all({ tenantId: id, first, most: left })
    fillRows(sql, rows)
    part = (id - 1 + Math.min(1, first / tenant.next_seq)) / tenant.last
    const last = rows.at(-1)
    if (last === undefined || rows.length < left) [id, first] = [id + 1, 0]
    else first = last.seq + 1
    left -= rows.length + PER_TENANT
  }
  return { next: `${id}:${first}`, part }
}

function fillRows(sql: Sql, rows: readonly AssetRow[]): void {
  for (const { id, name } of rows) sql(FILL_ROW).run(nameKey(name), id)
  applyListChanges(
    sql,
    rows.map((row) => ({
      tenantId: row.tenant_id,
      list: row.trashed_at === null ? LIVE : TRASH,
      seq: row.seq,
      terms: termsOf(assetOfRow(row)),
    })),
  )
}

const NEXT_TENANT = `SELECT id, next_seq, (SELECT max(id) FROM tenants) AS last FROM tenants
  WHERE id >= ? ORDER BY id LIMIT 1`

/** Both lists, each by its index, merged by the insertion numbers. */
const ROWS = `SELECT * FROM (
    ${['IS NULL', 'IS NOT NULL']
      .map(
        (state) => `SELECT '' AS tenant, ${ASSET_COLUMNS} FROM assets a
          WHERE a.tenant_id = :tenantId AND a.seq >= :first AND a.trashed_at ${state}`,
      )
      .join(' UNION ALL ')}
  ) ORDER BY seq LIMIT :most`

/** Before version 2 an app could write any text as the folder of an asset. */
const FILL_ROW = `UPDATE assets SET name_key = ?, folder_id =
    (SELECT f.id FROM folders f WHERE f.id = assets.folder_id AND f.tenant_id = assets.tenant_id)
  WHERE id = ?`
