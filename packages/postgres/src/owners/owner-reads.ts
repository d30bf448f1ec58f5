import type { AssetRecord, Attachment, OwnerFieldQuery, OwnersQuery } from '@stowage/core/internal'
import { inScope, scopeValues } from '../assets/scope-condition.ts'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { type AttachmentRow, attachmentOfRow } from './attachment-row.ts'

/** `OwnerRecords.list` */
export async function listAttached(
  sql: Sql,
  { tenant, owner, scope = null }: OwnerFieldQuery,
): Promise<readonly AssetRecord[]> {
  const rows = await sql<AssetRow>(
    `SELECT t.name AS tenant, ${ASSET_COLUMNS}
      FROM $schema.tenants t JOIN $schema.attachments x ON x.tenant_id = t.id
        JOIN $schema.assets a ON a.id = x.asset_id
      WHERE t.name = $1 AND x.owner_type = $2 AND x.owner_id = $3 AND x.field = $4
        AND a.trashed_at IS NULL AND ${inScope('a', '$5', '$6')}
      ORDER BY x.position`,
    [tenant, owner.type, owner.id, owner.field, ...scopeValues(scope)],
  )
  return rows.map(assetOfRow)
}

/** `OwnerRecords.ownersOf`, in one statement: a row without an attachment shows that the asset has no further ones. */
export async function ownersOf(
  sql: Sql,
  { tenant, id, scope = null, after, limit }: OwnersQuery,
): Promise<readonly Attachment[] | null> {
  if (!isUuid(id)) return null
  const rows = await sql<AttachmentRow | { readonly key: null }>(OWNERS, [
    id,
    tenant,
    ...scopeValues(scope),
    // No owner has an empty type, so all sort after it.
    after?.type ?? '',
    after?.id ?? '',
    after?.field ?? '',
    limit,
  ])
  if (rows.length === 0) return null
  return rows.flatMap((row) => (row.key === null ? [] : [attachmentOfRow(row)]))
}

const OWNERS = `SELECT x.* FROM $schema.assets a JOIN $schema.tenants t ON t.id = a.tenant_id
    LEFT JOIN LATERAL (
      SELECT * FROM $schema.attachments x
        WHERE x.asset_id = a.id AND (x.owner_type, x.owner_id, x.field) > ($5::text, $6::text, $7::text)
        ORDER BY x.asset_id, x.owner_type, x.owner_id, x.field LIMIT $8) x ON true
  WHERE a.id = $1 AND t.name = $2 AND ${inScope('a', '$3', '$4')}
  ORDER BY x.owner_type, x.owner_id, x.field`
