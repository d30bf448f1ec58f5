import type { Sql } from '../connection/database.ts'
import type { FillBatch } from './migration.ts'

/** Insertion numbers that a block of a part covers; see `model/count-changes.ts` of the core. */
const BLOCK = 2 ** 14
/** Insertion numbers that a block of the top level of a tenant covers. */
const TOP_BLOCK = 2 ** 24
/** Insertion numbers that a batch counts, about, and what a tenant costs beside its own. */
const BATCH = BLOCK
const PER_TENANT = 50

interface TenantRow {
  readonly id: number
  readonly next_seq: number
  /** The highest number of a tenant. */
  readonly last: number
}

/**
 * Counts the assets of each type and folder, and the bytes of these, of each creator and of each tenant. Block by block
 * of one tenant after the other; the cursor is `tenant:first number`. Nobody may change assets meanwhile.
 */
export async function fillUsage(sql: Sql, after: string | null): Promise<FillBatch> {
  let [id, first] = (after ?? '0:0').split(':').map(Number) as [number, number]
  let part = 0
  for (let left = BATCH; left > 0; ) {
    const [tenant] = await sql<TenantRow>(NEXT_TENANT, [id])
    if (tenant === undefined) return { next: null, part: 1 }
    if (tenant.id !== id) [id, first] = [tenant.id, 0]
    for (const text of [COUNT_PARTS, COUNT_TENANT]) await sql(text, [id, first, first + BLOCK - 1])
    left -= Math.min(BLOCK, tenant.next_seq) + PER_TENANT
    first += BLOCK
    part = (id - 1 + Math.min(1, first / tenant.next_seq)) / tenant.last
    if (first >= tenant.next_seq) [id, first] = [id + 1, 0]
  }
  return { next: `${id}:${first}`, part }
}

const NEXT_TENANT = `SELECT id, next_seq, (SELECT max(id) FROM $schema.tenants) AS last FROM $schema.tenants
  WHERE id >= $1 ORDER BY id LIMIT 1`

/** Rows of a block with what they count as. Live and trash apart, as each has its index. */
const COUNTED = `counted AS MATERIALIZED (
  ${['IS NULL', 'IS NOT NULL']
    .map(
      (condition, list) => `SELECT ${list}::smallint AS list, type, folder_id, created_by, size
          + (SELECT coalesce(sum((value ->> 'size')::bigint), 0) FROM jsonb_array_elements(variants)) AS bytes
        FROM $schema.assets WHERE tenant_id = $1 AND seq BETWEEN $2 AND $3 AND trashed_at ${condition}`,
    )
    .join(' UNION ALL ')})`

const COUNT_PARTS = `INSERT INTO $schema.counts (tenant_id, part, list, level, block, n, bytes)
  WITH ${COUNTED}, parts AS (
    SELECT 'by:' || coalesce(created_by, '') AS part, list, bytes FROM counted
    UNION ALL SELECT 'type:' || type, list, bytes FROM counted
    UNION ALL SELECT 'in:' || folder_id, list, bytes FROM counted WHERE folder_id IS NOT NULL)
  SELECT $1, part, list, 0, $2 / ${BLOCK}, count(*), sum(bytes) FROM parts GROUP BY part, list
  ON CONFLICT (tenant_id, part, list, level, block) DO UPDATE SET n = excluded.n, bytes = excluded.bytes`

const COUNT_TENANT = `WITH ${COUNTED}
  UPDATE $schema.counts t SET bytes = t.bytes
      + (SELECT coalesce(sum(c.bytes), 0) FROM counted c WHERE c.list = t.list)
    WHERE tenant_id = $1 AND part = '' AND level = 2 AND block = $2 / ${TOP_BLOCK}`
