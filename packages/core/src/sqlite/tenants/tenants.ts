import type { PartUsage, TenantEntry, TenantUsage } from '../../assets/asset-records.ts'
import { tenantErased } from '../../errors/erasure-errors.ts'
import { VERSIONS } from '../../usage/asset-parts.ts'
import { rootLevel } from '../../usage/count-changes.ts'
import type { Sql } from '../driver/client.ts'
import {
  LIVE,
  type ListNumber,
  type ListUsage,
  TRASH,
  usageOf,
  WHOLE_TENANT,
} from './count-tree.ts'

/** The number of a tenant; `null` when nothing was ever stored for it. */
export function findTenant(sql: Sql, name: string): number | null {
  const row = sql<{ id: number }>('SELECT id FROM tenants WHERE name = ?').get(name)
  return row?.id ?? null
}

/** `AssetRecords.listKey` */
export function listKeyOf(sql: Sql, name: string): string | null {
  const row = sql<{ list_key: string }>('SELECT list_key FROM tenants WHERE name = ?').get(name)
  return row?.list_key ?? null
}

/** `AssetRecords.usage` */
export function tenantUsage(sql: Sql, name: string): TenantUsage {
  const row = sql<TenantUsage>('SELECT assets, bytes FROM tenants WHERE name = ?').get(name)
  return { assets: row?.assets ?? 0, bytes: row?.bytes ?? 0 }
}

/** Columns that count the lists of tenants `t`; a `FROM` follows. */
const LISTS = (['n', 'bytes'] as const).flatMap((column) =>
  ([LIVE, TRASH] as const).map(
    (list) => `(SELECT coalesce(sum(${column}), 0) FROM counts c
      WHERE c.tenant_id = t.id AND c.part = '${WHOLE_TENANT}' AND c.list = ${list} AND c.level = ${rootLevel(WHOLE_TENANT)})`,
  ),
)
const [ASSETS, TRASHED_ASSETS, BYTES, TRASHED_BYTES] = LISTS

/** `AssetRecords.listTenants` */
export function listTenants(
  sql: Sql,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): readonly TenantEntry[] {
  // Rows of node:sqlite are not plain objects.
  return sql<TenantEntry>(LIST_TENANTS)
    .all(after ?? '', limit)
    .map((row) => ({ ...row }))
}

const LIST_TENANTS = `SELECT name AS tenant, ${ASSETS} AS assets, ${BYTES} AS bytes,
    ${TRASHED_ASSETS} AS trashedAssets, ${TRASHED_BYTES} AS trashedBytes
  FROM tenants t WHERE name > ? AND next_seq > 1 ORDER BY name LIMIT ?`

/** `AssetRecords.usageOf` */
export function usageOfParts(
  sql: Sql,
  { tenant, parts }: { readonly tenant: string; readonly parts: readonly string[] },
): readonly PartUsage[] {
  const tenantId = findTenant(sql, tenant)
  return parts.map((part) => {
    if (part === VERSIONS) {
      return { assets: 0, bytes: versionBytes(sql, tenant), trashedAssets: 0, trashedBytes: 0 }
    }
    const of = (list: ListNumber): ListUsage =>
      tenantId === null ? NOTHING : usageOf(sql, { tenantId, part, list })
    const [live, trash] = [of(LIVE), of(TRASH)]
    return { ...live, trashedAssets: trash.assets, trashedBytes: trash.bytes }
  })
}

const NOTHING: ListUsage = { assets: 0, bytes: 0 }

/** The bytes that the tenant has besides its assets: all bytes less those of the lists, a sum over a few rows. */
function versionBytes(sql: Sql, tenant: string): number {
  const row = sql<{ bytes: number }>(
    `SELECT t.bytes - (SELECT coalesce(sum(c.bytes), 0) FROM counts c
        WHERE c.tenant_id = t.id AND c.part = '${WHOLE_TENANT}' AND c.level = ${rootLevel(WHOLE_TENANT)}) AS bytes
      FROM tenants t WHERE t.name = ?`,
  ).get(tenant)
  return row?.bytes ?? 0
}

/** The name of a tenant that is being erased; `null` when there is none. */
export function erasedTenant(sql: Sql): string | null {
  return sql<{ tenant: string }>('SELECT tenant FROM erasures LIMIT 1').get()?.tenant ?? null
}

/**
 * The number of a tenant, which is created if it does not exist. `unavailable` while it is being erased. Writers
 * only.
 */
export function ensureTenant(sql: Sql, name: string): number {
  const erased = sql('SELECT 1 FROM erasures WHERE tenant = ?').get(name)
  if (erased !== undefined) throw tenantErased()
  const known = findTenant(sql, name)
  if (known !== null) return known
  const row = sql<{ id: number }>('INSERT INTO tenants (name) VALUES (?) RETURNING id').get(name)
  if (row === undefined) throw new Error('INSERT … RETURNING returned nothing.')
  return row.id
}
