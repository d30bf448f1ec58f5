import type { AssetRecord } from '../../assets/asset.ts'
import type { InsertRequest } from '../../assets/insert-request.ts'
import { type ContentFacts, duplicateScope } from '../../duplicates/insert-content.ts'
import type { Sql } from '../driver/client.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'

/** The index `assets_sha256` serves both, in the order of insertion. */
export const OLDEST: string = oldestText('')
export const OLDEST_OF_CREATOR: string = oldestText('AND a.created_by IS ?')

/** `assets_external` serves it. */
export const BY_EXTERNAL_ID: string = `${SELECT_ASSET} WHERE t.name = ? AND a.external_id = ?`

function oldestText(condition: string): string {
  return `${SELECT_ASSET} WHERE a.tenant_id = ? AND a.sha256 = ? ${condition}
    AND a.trashed_at IS NULL AND a.pending_until IS NULL AND a.status = 'ready' ORDER BY a.seq LIMIT 1`
}

/** The assets of the tenant that have the contents and external ids of an insert. */
export function contentFacts(
  sql: Sql,
  tenantId: number,
  request: Pick<InsertRequest, 'tenant' | 'scope' | 'duplicatesOf'>,
): ContentFacts {
  const within = duplicateScope(request)
  const creator = within === null ? [] : [within.createdBy]
  return {
    oldestWith(sha256) {
      const text = within === null ? OLDEST : OLDEST_OF_CREATOR
      const row = sql<AssetRow>(text).get(tenantId, sha256, ...creator)
      return row === undefined ? null : assetOfRow(row)
    },
    holderOf: (externalId) => getByExternalId(sql, { tenant: request.tenant, externalId }),
  }
}

/** The asset of the tenant that has this external id, trashed or not. */
export function getByExternalId(
  sql: Sql,
  { tenant, externalId }: { readonly tenant: string; readonly externalId: string },
): AssetRecord | null {
  const row = sql<AssetRow>(BY_EXTERNAL_ID).get(tenant, externalId)
  return row === undefined ? null : assetOfRow(row)
}
