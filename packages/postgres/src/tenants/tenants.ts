import {
  blockChanges,
  type CountChange,
  LIVE,
  type TenantUsage,
  TRASH,
  tenantErased,
  WHOLE_TENANT,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { countSteps } from './count-tree.ts'

export interface TenantRow {
  readonly id: number
  readonly name: string
  readonly next_seq: number
  readonly bytes: number
  /** Active assets, and those in the trash. */
  readonly live: number
  readonly trash: number
  /** Whether it was being erased when its row was locked: it then accepts nothing new. */
  readonly erasing: boolean
}

/**
 * Locks the existing rows of those tenants until the transaction ends. To avoid deadlocks, a transaction that changes
 * the assets of a tenant, or their bytes, locks blob keys first, then the tenant.
 */
export function lockTenants(
  sql: Sql,
  by: { readonly names: readonly string[] } | { readonly ids: readonly number[] },
): Promise<readonly TenantRow[]> {
  const [condition, values] =
    'names' in by ? ['name = ANY($1::text[])', by.names] : ['id = ANY($1::int[])', by.ids]
  return sql<TenantRow>(lockTenantsText(condition), [values])
}

/** What `lockTenants` runs. */
export function lockTenantsText(condition: string): string {
  return `SELECT id, name, next_seq, bytes, live, trash, erasing FROM $schema.tenants WHERE ${condition}
    ORDER BY id FOR NO KEY UPDATE`
}

/** `lockTenants` of one name; `null` when nothing was ever stored for it. */
export async function lockTenant(sql: Sql, name: string): Promise<TenantRow | null> {
  const [tenant] = await lockTenants(sql, { names: [name] })
  return tenant ?? null
}

/** `AssetRecords.listKey` */
export async function listKeyOf(sql: Sql, name: string): Promise<string | null> {
  const text = 'SELECT list_key FROM $schema.tenants WHERE name = $1'
  const [row] = await sql<{ list_key: string }>(text, [name])
  return row?.list_key ?? null
}

/** `AssetRecords.usage` */
export async function tenantUsage(sql: Sql, name: string): Promise<TenantUsage> {
  const [row] = await sql<TenantUsage>(
    'SELECT live + trash AS assets, bytes FROM $schema.tenants WHERE name = $1',
    [name],
  )
  return { assets: row?.assets ?? 0, bytes: row?.bytes ?? 0 }
}

/** Makes missing tenants. Other transactions that make them wait for this one. */
export async function makeTenants(sql: Sql, names: readonly string[]): Promise<void> {
  await sql(
    `INSERT INTO $schema.tenants (name)
      SELECT name FROM unnest($1::text[]) AS fresh (name)
        WHERE NOT EXISTS (SELECT FROM $schema.tenants t WHERE t.name = fresh.name)
        ORDER BY name
      ON CONFLICT DO NOTHING`,
    [names],
  )
}

/**
 * Makes the tenant if it does not exist, and locks it. `unavailable` while it is being erased. It also sees an
 * erasure that began while it waited for the lock, because PostgreSQL reads such a row again.
 */
export async function lockLivingTenant(sql: Sql, name: string): Promise<TenantRow> {
  await makeTenants(sql, [name])
  const tenant = await lockTenant(sql, name)
  if (tenant === null || tenant.erasing) throw tenantErased()
  return tenant
}

/**
 * Makes the tenant if it does not exist, and holds off its erasure until the transaction ends, which other writes of the
 * tenant do not wait for: for what changes neither its counts nor its bytes. `unavailable` while it is being erased.
 */
export async function holdLivingTenant(sql: Sql, name: string): Promise<void> {
  const living = await holdTenants(sql, [name])
  if (!living.has(name)) throw tenantErased()
}

/** Likewise for several, which are distinct. Resolves to the names of those that are not being erased. */
export async function holdTenants(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  let tenants = await sql<HeldTenant>(HOLD, [names])
  if (tenants.length < names.length) {
    await makeTenants(sql, names)
    tenants = await sql<HeldTenant>(HOLD, [names])
  }
  return new Set(tenants.flatMap(({ name, erasing }) => (erasing ? [] : name)))
}

type HeldTenant = Pick<TenantRow, 'name' | 'erasing'>

const HOLD = `SELECT name, erasing FROM $schema.tenants WHERE name = ANY($1::text[])
  ORDER BY id FOR KEY SHARE`

/** Locks the tenant against `holdLivingTenant` too. `null` when nothing was ever stored for it. */
export async function lockHeldTenant(sql: Sql, name: string): Promise<number | null> {
  const text = 'SELECT id FROM $schema.tenants WHERE name = $1 FOR UPDATE'
  const [tenant] = await sql<Pick<TenantRow, 'id'>>(text, [name])
  return tenant?.id ?? null
}

/** The name of a tenant that is being erased; `null` when there is none. */
export async function erasedTenant(sql: Sql): Promise<string | null> {
  const [erased] = await sql<{ readonly name: string }>(
    'SELECT name FROM $schema.tenants WHERE erasing ORDER BY name LIMIT 1',
  )
  return erased?.name ?? null
}

/** The changes of a transaction to the lists and the bytes of tenants, which are locked. */
export interface Growth {
  readonly counts: readonly CountChange[]
  readonly bytes: ReadonlyMap<number, number>
  /** Insertion numbers given out, by tenant. */
  readonly seqs?: ReadonlyMap<number, number>
}

/** Steps of a `WITH` that write a `Growth`, given by these two parameters; see `growthValues`. */
export function countChangesCte(blocks: string, tenants: string): string {
  return `${countSteps(blocks)},
    grown AS (UPDATE $schema.tenants t SET next_seq = t.next_seq + g.seqs, bytes = t.bytes + g.bytes,
        live = t.live + g.live, trash = t.trash + g.trash
      FROM json_to_recordset(${tenants})
        AS g (id int, seqs bigint, bytes bigint, live bigint, trash bigint)
      WHERE t.id = g.id)`
}

/** The parameters of `countChangesCte`. */
export function growthValues({
  counts,
  bytes,
  seqs = new Map(),
}: Growth): readonly [string, string] {
  const ids = new Set([...bytes.keys(), ...seqs.keys(), ...counts.map(({ tenantId }) => tenantId)])
  const moved = new Map([...ids].map((id) => [id, { [LIVE]: 0, [TRASH]: 0 }]))
  for (const { tenantId, list, by } of counts) {
    const lists = moved.get(tenantId)
    if (lists !== undefined) lists[list] += by
  }
  const tenants = [...moved].map(([id, lists]) => ({
    id,
    seqs: seqs.get(id) ?? 0,
    bytes: bytes.get(id) ?? 0,
    live: lists[LIVE],
    trash: lists[TRASH],
  }))
  // Changes that cancel out leave the counts but change the list: kept totals rely on the blocks of the whole tenant.
  const blocks = blockChanges(counts).filter(
    ({ part, by, bytes: more }) => part === WHOLE_TENANT || by !== 0 || more !== 0,
  )
  return [JSON.stringify(blocks), JSON.stringify(tenants)]
}

/** Writes a `Growth` in a separate statement. */
export async function grow(sql: Sql, growth: Growth): Promise<void> {
  await sql(`WITH ${countChangesCte('$1', '$2')} SELECT`, growthValues(growth))
}
