import { randomUUID } from 'node:crypto'
import type { Asset } from '@stowage/core'
import {
  type AttachedAssets,
  MAX_PER_FIELD,
  MAX_PER_OWNER,
  type OwnerField,
  type OwnerFieldRequest,
  tooManyAttachments,
} from '@stowage/core/ports'
import { lockRows, lockToChange } from '../assets/asset-locks.ts'
import { keepPending } from '../assets/asset-pending.ts'
import type { Sql } from '../connection/database.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import { lockTenant } from '../tenants/tenants.ts'

/** A field of an owner of a tenant by its number. */
interface Place extends Required<OwnerField> {
  readonly tenantId: number
}

/** `OwnerRecords.attach`. The lock of the tenant keeps apart all that happens to its owners. */
export async function attach(
  sql: Sql,
  { owner, ...request }: OwnerFieldRequest,
): Promise<AttachedAssets> {
  const rows = await lockToChange(sql, request)
  const [first] = rows
  if (first === undefined) return { assets: [], attached: [] }
  const place: Place = { ...owner, tenantId: first.tenant_id }
  const { known, all, last } = await attachedIn(sql, place)
  const fresh = rows.flatMap(({ id }) => (known.has(id) ? [] : [id]))
  if (fresh.length > 0) {
    if (known.size + fresh.length > MAX_PER_FIELD) throw tooManyAttachments(MAX_PER_FIELD)
    if (all + fresh.length > MAX_PER_OWNER) throw tooManyAttachments(MAX_PER_OWNER)
    await sql(INSERT_ATTACHMENTS, [
      ...placeValues(place),
      fresh,
      fresh.map(() => randomUUID()),
      last,
    ])
  }
  await keepPending(sql, rows)
  const assets = rows.map((row): Asset => ({ ...assetOfRow(row), pendingUntil: null }))
  return { assets, attached: assets.filter(({ id }) => !known.has(id)) }
}

/** The keys need no order: what a transfer misses while it pages is among the changes. */
const INSERT_ATTACHMENTS = `
  INSERT INTO $schema.attachments
    (tenant_id, owner_type, owner_id, field, asset_id, position, attached_at, key)
  SELECT $1, $2, $3, $4, fresh.id, $7::int + fresh.nth, $now, fresh.key
    FROM unnest($5::uuid[], $6::text[]) WITH ORDINALITY AS fresh (id, key, nth)`

/** `OwnerRecords.detach` */
export async function detach(
  sql: Sql,
  { owner, tenant, ...request }: OwnerFieldRequest,
): Promise<number> {
  const found = await lockTenant(sql, tenant)
  if (found === null) return 0
  const rows = await lockRows(sql, found.id, request)
  const gone = await sql(
    `DELETE FROM $schema.attachments WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3
      AND field = $4 AND asset_id = ANY($5::uuid[]) RETURNING 1`,
    [...placeValues({ ...owner, tenantId: found.id }), [...rows.keys()]],
  )
  return gone.length
}

/** The assets of the field, how many the owner has in all its fields, and the last position in this one. */
async function attachedIn(sql: Sql, place: Place) {
  const [found] = await sql<{ ids: readonly string[] | null; all: number; last: number }>(
    `SELECT json_agg(asset_id) FILTER (WHERE field = $4) AS ids, count(*)::int AS all,
        coalesce(max(position) FILTER (WHERE field = $4), 0) AS last
      FROM $schema.attachments WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3`,
    placeValues(place),
  )
  return { known: new Set(found?.ids), all: found?.all ?? 0, last: found?.last ?? 0 }
}

function placeValues({ tenantId, type, id, field }: Place): readonly unknown[] {
  return [tenantId, type, id, field]
}
