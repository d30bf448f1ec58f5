import {
  type AssetRecords,
  LIVE,
  type PartUsage,
  rootLevel,
  type TenantEntry,
  TRASH,
  VERSIONS,
  WHOLE_TENANT,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** The sums of the rows `c` of `counts`. */
const SUMS = `
  coalesce(sum(c.n) FILTER (WHERE c.list = ${LIVE}), 0)::bigint AS "assets",
  coalesce(sum(c.bytes) FILTER (WHERE c.list = ${LIVE}), 0)::bigint AS "bytes",
  coalesce(sum(c.n) FILTER (WHERE c.list = ${TRASH}), 0)::bigint AS "trashedAssets",
  coalesce(sum(c.bytes) FILTER (WHERE c.list = ${TRASH}), 0)::bigint AS "trashedBytes"`

/** The counts of each part, and all bytes of the tenant: bytes outside the lists belong to versions. */
const USAGE_OF_PARTS = `SELECT sums.*, coalesce(t.bytes, 0) AS "all" FROM unnest($2::text[], $3::smallint[]) WITH ORDINALITY AS p (part, level, nth)
  LEFT JOIN $schema.tenants t ON t.name = $1
  CROSS JOIN LATERAL (SELECT ${SUMS} FROM $schema.counts c
    WHERE c.tenant_id = t.id AND c.part = p.part COLLATE "C" AND c.list IN (${LIVE}, ${TRASH}) AND c.level = p.level
  ) sums ORDER BY p.nth`

/** `AssetRecords.usageOf` */
export async function usageOfParts(
  sql: Sql,
  { tenant, parts }: Parameters<AssetRecords['usageOf']>[0],
): Promise<readonly PartUsage[]> {
  const counted = parts.map((part) => (part === VERSIONS ? WHOLE_TENANT : part))
  const rows = await sql<PartUsage & { readonly all: number }>(USAGE_OF_PARTS, [
    tenant,
    counted,
    counted.map(rootLevel),
  ])
  return rows.map(({ all, ...usage }, index) =>
    parts[index] === VERSIONS ? ofVersions(all - usage.bytes - usage.trashedBytes) : usage,
  )
}

function ofVersions(bytes: number): PartUsage {
  return { assets: 0, bytes, trashedAssets: 0, trashedBytes: 0 }
}

const LIST_TENANTS = `SELECT t.name AS "tenant", sums.* FROM (
    SELECT id, name FROM $schema.tenants WHERE name > $1 AND next_seq > 1 ORDER BY name LIMIT $2) t
  CROSS JOIN LATERAL (SELECT ${SUMS} FROM $schema.counts c
    WHERE c.tenant_id = t.id AND c.part = '${WHOLE_TENANT}' AND c.list IN (${LIVE}, ${TRASH})
      AND c.level = ${rootLevel(WHOLE_TENANT)}) sums
  ORDER BY t.name`

/** `AssetRecords.listTenants` */
export function listTenants(
  sql: Sql,
  { after, limit }: Parameters<AssetRecords['listTenants']>[0],
): Promise<readonly TenantEntry[]> {
  return sql<TenantEntry>(LIST_TENANTS, [after ?? '', limit])
}
