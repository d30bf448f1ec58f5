import type { Sql } from '../connection/database.ts'
import { type ListNumber, WHOLE_TENANT } from '../tenants/count-tree.ts'

/** The insertion numbers per block of `counts`, for both sizes of blocks whose changes are checked. */
export const BLOCK: number = 2 ** 16
export const SMALL_BLOCK: number = 2 ** 8

/** A list of a tenant. */
export interface ListOfTenant {
  readonly tenantId: number
  readonly list: ListNumber
}

/** The version of a block's row in `counts`: the transaction that wrote it. Equal values mean the same version. */
export type BlockVersion = string

const VERSIONS = `SELECT block, xmin::text AS version FROM $schema.counts
  WHERE tenant_id = $1 AND part = '${WHOLE_TENANT}' AND list = $2 AND level = `
const VERSIONS_OF_BLOCKS = `${VERSIONS} 1 ORDER BY block`
const VERSIONS_OF_SMALL_BLOCKS = `${VERSIONS} 0 AND block BETWEEN $3::bigint AND $4::bigint`

/** The versions of all blocks of the list that are not empty, oldest first. */
export function blockVersions(
  sql: Sql,
  { tenantId, list }: ListOfTenant,
): Promise<ReadonlyMap<number, BlockVersion>> {
  return versions(sql, VERSIONS_OF_BLOCKS, [tenantId, list])
}

/** The versions of the small blocks of a block. */
export function smallBlockVersions(
  sql: Sql,
  { tenantId, list }: ListOfTenant,
  block: number,
): Promise<ReadonlyMap<number, BlockVersion>> {
  const first = (block * BLOCK) / SMALL_BLOCK
  const last = first + BLOCK / SMALL_BLOCK - 1
  return versions(sql, VERSIONS_OF_SMALL_BLOCKS, [tenantId, list, first, last])
}

async function versions(
  sql: Sql,
  text: string,
  values: readonly unknown[],
): Promise<ReadonlyMap<number, BlockVersion>> {
  const rows = await sql<{ readonly block: number; readonly version: string }>(text, values)
  return new Map(rows.map(({ block, version }) => [block, version]))
}

/**
 * Makes new versions of the rows of the blocks that have the asset, because it has changed and stays in its list. A
 * move into or out of a list changes their counts and does not need this. The caller holds the tenant's lock.
 */
export async function markChanged(
  sql: Sql,
  { tenantId, list, seq }: ListOfTenant & { readonly seq: number },
): Promise<void> {
  await sql(
    `UPDATE $schema.counts SET n = n WHERE tenant_id = $1 AND part = '${WHOLE_TENANT}' AND list = $2
      AND (level, block) IN ((0::smallint, $3::bigint), (1::smallint, $4::bigint))`,
    [tenantId, list, Math.floor(seq / SMALL_BLOCK), Math.floor(seq / BLOCK)],
  )
}
