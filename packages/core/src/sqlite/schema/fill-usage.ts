import type { SqliteClient } from '../engine/client.ts'
import type { FillBatch } from './migration.ts'

/** Insertion numbers that a block of a part covers; see `model/count-changes.ts`. */
const BLOCK = 2 ** 14
/** Insertion numbers that a block of the top level of a tenant covers. */
const TOP_BLOCK = 2 ** 24
/** Insertion numbers that a batch counts, about, and what a tenant costs beside its own. */
const BATCH = 4 * BLOCK
const PER_TENANT = 50

interface TenantRow {
  readonly id: number
  readonly next_seq: number
  /** The highest number of a tenant. */
  readonly last: number
}

/**
 * Counts the assets of each type and folder, and the bytes of these, of each creator and of each tenant. Block by block
 * of one tenant after the other; the cursor is `tenant:first number`.
 */
export function fillUsage(client: SqliteClient, after: string | null): FillBatch {
  const nextTenant = client.prepare(NEXT_TENANT)
  const countParts = client.prepare(COUNT_PARTS)
  const countTenant = client.prepare(COUNT_TENANT)
  const setTotal = client.prepare(SET_TOTAL)
  let [id, first] = (after ?? '0:0').split(':').map(Number) as [number, number]
  let part = 0
  for (let left = BATCH; left > 0; ) {
    const tenant = nextTenant.get(id) as TenantRow | undefined
    if (tenant === undefined) return { next: null, part: 1 }
    if (tenant.id !== id) [id, first] = [tenant.id, 0]
    const range = { tenant: id, first, last: first + BLOCK - 1 }
    // Divided here: better-sqlite3 gives SQLite every number as a fraction.
    countParts.run({ ...range, block: Math.floor(first / BLOCK) })
    countTenant.run({ ...range, block: Math.floor(first / TOP_BLOCK) })
    setTotal.run(id)
    left -= Math.min(BLOCK, tenant.next_seq) + PER_TENANT
    first += BLOCK
    part = (id - 1 + Math.min(1, first / tenant.next_seq)) / tenant.last
    if (first >= tenant.next_seq) [id, first] = [id + 1, 0]
  }
  return { next: `${id}:${first}`, part }
}

const NEXT_TENANT = `SELECT id, next_seq, (SELECT max(id) FROM tenants) AS last FROM tenants
  WHERE id >= ? ORDER BY id LIMIT 1`

/** Rows of a block with what they count as. Live and trash apart, as each has its index. */
const COUNTED = `counted AS (
  ${['IS NULL', 'IS NOT NULL']
    .map(
      (
        condition,
        list,
      ) => `SELECT ${list} AS list, type, folder_id, created_by, size + CASE WHEN variants IS NULL
          THEN 0 ELSE (SELECT sum(value ->> 'size') FROM json_each(variants)) END AS bytes
        FROM assets WHERE tenant_id = :tenant AND seq BETWEEN :first AND :last AND trashed_at ${condition}`,
    )
    .join(' UNION ALL ')})`

const COUNT_PARTS = `INSERT INTO counts (tenant_id, part, list, level, block, n, bytes)
  WITH ${COUNTED}, parts AS (
    SELECT 'by:' || ifnull(created_by, '') AS part, list, bytes FROM counted
    UNION ALL SELECT 'type:' || type, list, bytes FROM counted
    UNION ALL SELECT 'in:' || folder_id, list, bytes FROM counted WHERE folder_id IS NOT NULL)
  SELECT :tenant, part, list, 0, :block, count(*), sum(bytes) FROM parts WHERE :last > 0
    GROUP BY part, list
  ON CONFLICT DO UPDATE SET n = excluded.n, bytes = excluded.bytes`

const COUNT_TENANT = `WITH ${COUNTED}
  UPDATE counts SET bytes = bytes + (SELECT coalesce(sum(bytes), 0) FROM counted c WHERE c.list = counts.list)
  WHERE tenant_id = :tenant AND part = '' AND level = 2 AND block = :block`

const SET_TOTAL = `UPDATE tenants SET assets =
  (SELECT coalesce(sum(n), 0) FROM counts WHERE tenant_id = tenants.id AND part = '' AND level = 2) WHERE id = ?`
