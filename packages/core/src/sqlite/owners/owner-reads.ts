import type { AssetRecord } from '../../assets/asset.ts'
import { isInScope } from '../../assets/asset-scope.ts'
import type { Attachment } from '../../owners/owner.ts'
import type { OwnerFieldQuery, OwnersQuery } from '../../owners/owner-records.ts'
import { findRow } from '../assets/asset-rows.ts'
import type { Sql } from '../driver/client.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { findTenant } from '../tenants/tenants.ts'
import { type AttachmentRow, attachmentOfRow } from './attachment-row.ts'

const ATTACHED = `SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM attachments x JOIN assets a ON a.id = x.asset_id JOIN tenants t ON t.id = a.tenant_id
  WHERE x.tenant_id = ? AND x.owner_type = ? AND x.owner_id = ? AND x.field = ? AND a.trashed_at IS NULL
  ORDER BY x.position`

/** `OwnerRecords.list` */
export function listAttached(
  sql: Sql,
  { tenant, owner, scope }: OwnerFieldQuery,
): readonly AssetRecord[] {
  const tenantId = findTenant(sql, tenant)
  if (tenantId === null) return []
  return sql<AssetRow>(ATTACHED)
    .all(tenantId, owner.type, owner.id, owner.field)
    .map(assetOfRow)
    .filter((asset) => isInScope(asset, scope))
}

const OWNERS = `SELECT owner_type, owner_id, field, asset_id, position, attached_at, key FROM attachments
  WHERE asset_id = ? AND (owner_type, owner_id, field) > (?, ?, ?)
  ORDER BY owner_type, owner_id, field LIMIT ?`

/** `OwnerRecords.ownersOf`. No owner has an empty type, so all sort after it. */
export function ownersOf(
  sql: Sql,
  { tenant, id, scope, after, limit }: OwnersQuery,
): readonly Attachment[] | null {
  const row = findRow(sql, tenant, id)
  if (row === null || !isInScope({ createdBy: row.created_by }, scope)) return null
  const { type, id: ownerId, field } = after ?? { type: '', id: '', field: '' }
  return sql<AttachmentRow>(OWNERS).all(id, type, ownerId, field, limit).map(attachmentOfRow)
}
