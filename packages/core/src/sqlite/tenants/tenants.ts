import type { TenantUsage } from '../../ports/asset-records.ts'
import type { Sql } from '../engine/client.ts'

/** The number of a tenant, `null` when nothing was ever stored for it. */
export function findTenant(sql: Sql, name: string): number | null {
  const row = sql<{ id: number }>('SELECT id FROM tenants WHERE name = ?').get(name)
  return row?.id ?? null
}

/** `AssetRecords.usage` */
export function tenantUsage(sql: Sql, name: string): TenantUsage {
  const row = sql<TenantUsage>('SELECT bytes FROM tenants WHERE name = ?').get(name)
  return { bytes: row?.bytes ?? 0 }
}

/** The number of a tenant, made when there is none yet. Writers only. */
export function ensureTenant(sql: Sql, name: string): number {
  const known = findTenant(sql, name)
  if (known !== null) return known
  const row = sql<{ id: number }>('INSERT INTO tenants (name) VALUES (?) RETURNING id').get(name)
  if (row === undefined) throw new Error('INSERT … RETURNING returned nothing.')
  return row.id
}
