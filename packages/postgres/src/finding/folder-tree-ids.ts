import type { AssetScope } from '@stowage/core'
import type { Sql } from '../connection/database.ts'

/** The id of the folder and of every one below it; none when the tenant has no such folder within the scope. */
export async function folderTreeIds(
  sql: Sql,
  of: {
    readonly tenantId: number
    readonly scope: AssetScope | null
    readonly folderId: string
  },
): Promise<readonly string[]> {
  const { tenantId, scope, folderId } = of
  const rows = await sql<{ readonly id: string }>(
    `WITH RECURSIVE tree AS (
        SELECT id FROM $schema.folders WHERE tenant_id = $1 AND id = $2
          AND ($3::boolean OR created_by IS NOT DISTINCT FROM $4::text)
        UNION
        SELECT f.id FROM tree JOIN $schema.folders f ON f.tenant_id = $1 AND f.parent_id = tree.id)
      SELECT id FROM tree`,
    [tenantId, folderId, scope === null, scope?.createdBy ?? null],
  )
  return rows.map(({ id }) => id)
}
