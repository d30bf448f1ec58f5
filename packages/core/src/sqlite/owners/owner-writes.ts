import { v7 as uuidv7 } from 'uuid'
import { tooManyAttachments } from '../../errors/owner-errors.ts'
import type { Asset } from '../../model/asset.ts'
import { MAX_PER_FIELD, MAX_PER_OWNER, type OwnerField } from '../../model/owner.ts'
import { formatTimestamp } from '../../model/timestamp.ts'
import type { AttachedAssets, OwnerFieldRequest } from '../../ports/owner-records.ts'
import { keepPending } from '../assets/asset-pending.ts'
import { findRows, idsOf, rowsToChange } from '../assets/asset-rows.ts'
import type { Sql } from '../engine/client.ts'
import { assetOfRow } from '../schema/asset-row.ts'
import type { Transaction } from '../tenants/transaction.ts'
import { attachmentParameters, INSERT_ATTACHMENT } from './attachment-row.ts'

/** A field of an owner of a tenant by its number. */
interface Place extends Required<OwnerField> {
  readonly tenantId: number
}

/** `OwnerRecords.attach` */
export function attach(
  { sql, now }: Transaction,
  { owner, ...request }: OwnerFieldRequest,
): AttachedAssets {
  const rows = rowsToChange(sql, request)
  const [first] = rows
  if (first === undefined) return { assets: [], attached: [] }
  const place: Place = { ...owner, tenantId: first.tenant_id }
  const known = new Set(attachedIds(sql, place))
  const fresh = rows.filter(({ id }) => !known.has(id))
  assertRoom(sql, place, fresh.length)
  const attachedAt = formatTimestamp(now)
  const last = lastPosition(sql, place)
  for (const [index, { id: assetId }] of fresh.entries()) {
    const attachment = { ...owner, assetId, position: last + 1 + index, attachedAt, key: uuidv7() }
    sql(INSERT_ATTACHMENT).run(attachmentParameters(attachment, place.tenantId))
  }
  keepPending(sql, rows)
  const assets = rows.map((row): Asset => ({ ...assetOfRow(row), pendingUntil: null }))
  return { assets, attached: assets.filter(({ id }) => !known.has(id)) }
}

/** `OwnerRecords.detach` */
export function detach({ sql }: Transaction, { owner, ...request }: OwnerFieldRequest): number {
  const rows = [...findRows(sql, request).values()]
  const [first] = rows
  if (first === undefined) return 0
  const { changes } = sql(
    `DELETE FROM attachments WHERE tenant_id = :tenantId AND owner_type = :type AND owner_id = :id
      AND field = :field AND asset_id IN (SELECT value FROM json_each(:ids))`,
  ).run({ ...owner, tenantId: first.tenant_id, ids: idsOf(rows) })
  return Number(changes)
}

const OF_OWNER = 'tenant_id = :tenantId AND owner_type = :type AND owner_id = :id'

function attachedIds(sql: Sql, place: Place): readonly string[] {
  return sql<{ asset_id: string }>(
    `SELECT asset_id FROM attachments WHERE ${OF_OWNER} AND field = :field`,
  )
    .all({ ...place })
    .map((row) => row.asset_id)
}

function lastPosition(sql: Sql, place: Place): number {
  const text = `SELECT coalesce(max(position), 0) AS last FROM attachments WHERE ${OF_OWNER} AND field = :field`
  return sql<{ last: number }>(text).get({ ...place })?.last ?? 0
}

/** `too_many_attachments` */
function assertRoom(sql: Sql, place: Place, fresh: number): void {
  if (fresh === 0) return
  const { field, ...owner } = place
  const counts = sql<{ all_fields: number; this_field: number }>(
    `SELECT count(*) AS all_fields, count(*) FILTER (WHERE field = :field) AS this_field
      FROM attachments WHERE ${OF_OWNER}`,
  ).get({ ...owner, field })
  if ((counts?.this_field ?? 0) + fresh > MAX_PER_FIELD) throw tooManyAttachments(MAX_PER_FIELD)
  if ((counts?.all_fields ?? 0) + fresh > MAX_PER_OWNER) throw tooManyAttachments(MAX_PER_OWNER)
}
