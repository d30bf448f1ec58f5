import { randomUUID } from 'node:crypto'
import type { OwnerField, PlacedAsset } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** A field of an owner. The tenant is given by its number. */
export interface FieldPlace extends Required<OwnerField> {
  readonly tenantId: number
}

const OF_FIELD = 'tenant_id = $1 AND owner_type = $2 AND owner_id = $3 AND field = $4'

/** The assets of a field in their order, and how many its owner has in all fields. */
export async function attachedIn(
  sql: Sql,
  place: FieldPlace,
): Promise<{ readonly before: readonly PlacedAsset[]; readonly ofOwner: number }> {
  const [found] = await sql<{ before: readonly PlacedAsset[] | null; all: number }>(
    `SELECT count(*)::int AS all,
        json_agg(json_build_object('assetId', asset_id, 'position', position) ORDER BY position)
          FILTER (WHERE field = $4) AS before
      FROM $schema.attachments WHERE tenant_id = $1 AND owner_type = $2 AND owner_id = $3`,
    valuesOf(place),
  )
  return { before: found?.before ?? [], ofOwner: found?.all ?? 0 }
}

/** Attaches assets that the field does not have. */
export async function insertInto(
  sql: Sql,
  place: FieldPlace,
  fresh: readonly PlacedAsset[],
): Promise<void> {
  if (fresh.length === 0) return
  const keys = fresh.map(() => randomUUID())
  await sql(INSERT_ATTACHMENTS, [...valuesOf(place), ...columnsOf(fresh), keys])
}

/** The keys need no order: the changes contain every row that a transfer misses while it pages. */
const INSERT_ATTACHMENTS = `
  INSERT INTO $schema.attachments
    (tenant_id, owner_type, owner_id, field, asset_id, position, attached_at, key)
  SELECT $1, $2, $3, $4, fresh.id, fresh.position, $now, fresh.key
    FROM unnest($5::uuid[], $6::int[], $7::text[]) AS fresh (id, position, key)`

/** Gives assets of the field new positions. */
export async function moveWithin(
  sql: Sql,
  place: FieldPlace,
  moved: readonly PlacedAsset[],
): Promise<void> {
  if (moved.length === 0) return
  await sql(
    `UPDATE $schema.attachments SET position = moved.place
      FROM unnest($5::uuid[], $6::int[]) AS moved (id, place)
      WHERE ${OF_FIELD} AND asset_id = moved.id`,
    [...valuesOf(place), ...columnsOf(moved)],
  )
}

/** Removes assets from the field. Resolves to the ids of those that it had. */
export async function deleteFrom(
  sql: Sql,
  place: FieldPlace,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await sql<{ asset_id: string }>(
    `DELETE FROM $schema.attachments WHERE ${OF_FIELD} AND asset_id = ANY($5::uuid[])
      RETURNING asset_id`,
    [...valuesOf(place), ids],
  )
  return new Set(rows.map((row) => row.asset_id))
}

function valuesOf({ tenantId, type, id, field }: FieldPlace): readonly unknown[] {
  return [tenantId, type, id, field]
}

function columnsOf(
  placed: readonly PlacedAsset[],
): readonly [readonly string[], readonly number[]] {
  return [placed.map(({ assetId }) => assetId), placed.map(({ position }) => position)]
}
