import type { PlacedAsset } from '../../assets/field-plan.ts'
import type { OwnerField } from '../../owners/owner.ts'
import { newUuid } from '../../time/new-uuid.ts'
import { formatTimestamp } from '../../time/timestamp.ts'
import type { Sql } from '../driver/client.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { attachmentParameters, INSERT_ATTACHMENT } from './attachment-row.ts'

/** A field of an owner. The tenant is given by its number. */
export interface FieldPlace extends Required<OwnerField> {
  readonly tenantId: number
}

const OF_OWNER = 'tenant_id = :tenantId AND owner_type = :type AND owner_id = :id'

/** The assets of a field in their order, and how many its owner has in all fields. */
export function attachedIn(
  sql: Sql,
  place: FieldPlace,
): { readonly before: readonly PlacedAsset[]; readonly ofOwner: number } {
  const { field, ...owner } = place
  const before = sql<{ asset_id: string; position: number }>(
    `SELECT asset_id, position FROM attachments WHERE ${OF_OWNER} AND field = :field ORDER BY position`,
  ).all({ ...owner, field })
  const all = sql<{ count: number }>(
    `SELECT count(*) AS count FROM attachments WHERE ${OF_OWNER}`,
  ).get({ ...owner })
  return {
    before: before.map(({ asset_id: assetId, position }) => ({ assetId, position })),
    ofOwner: all?.count ?? 0,
  }
}

/** Attaches assets that the field does not have. */
export function insertInto(
  { sql, now }: Transaction,
  { tenantId, ...owner }: FieldPlace,
  fresh: readonly PlacedAsset[],
): void {
  const attachedAt = formatTimestamp(now)
  for (const placed of fresh) {
    const attachment = { ...owner, ...placed, attachedAt, key: newUuid() }
    sql(INSERT_ATTACHMENT).run(attachmentParameters(attachment, tenantId))
  }
}

/** Gives assets of the field new positions. */
export function moveWithin(sql: Sql, place: FieldPlace, moved: readonly PlacedAsset[]): void {
  for (const placed of moved) {
    sql(
      `UPDATE attachments SET position = :position
        WHERE ${OF_OWNER} AND field = :field AND asset_id = :assetId`,
    ).run({ ...place, ...placed })
  }
}

/** Removes assets from the field. Returns the ids of those that it had. */
export function deleteFrom(
  sql: Sql,
  place: FieldPlace,
  ids: readonly string[],
): ReadonlySet<string> {
  const rows = sql<{ asset_id: string }>(
    `DELETE FROM attachments WHERE ${OF_OWNER} AND field = :field
      AND asset_id IN (SELECT value FROM json_each(:ids)) RETURNING asset_id`,
  ).all({ ...place, ids: JSON.stringify(ids) })
  return new Set(rows.map((row) => row.asset_id))
}
