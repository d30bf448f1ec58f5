import type { Asset } from '../../model/asset.ts'
import type { AssetScope } from '../../model/asset-scope.ts'
import type { InsertRequest } from '../../ports/asset-records.ts'
import { type ContentFacts, duplicateScope } from '../../ports/insert-content.ts'
import type { Sql } from '../driver/client.ts'
import { type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'

const NOT_HIDDEN = 'AND a.id NOT IN (SELECT value FROM json_each(?))'

/** The index `assets_sha256` serves all, in the order of insertion. */
export const OLDEST: string = oldestText('')
export const OLDEST_OF_CREATOR: string = oldestText('AND a.created_by IS ?')
export const OLDEST_SHOWN: string = oldestText(NOT_HIDDEN)
export const OLDEST_SHOWN_OF_CREATOR: string = oldestText(`AND a.created_by IS ? ${NOT_HIDDEN}`)

/** `assets_external` serves it. */
export const BY_EXTERNAL_ID: string = `${SELECT_ASSET} WHERE t.name = ? AND a.external_id = ?`

function oldestText(condition: string): string {
  return `${SELECT_ASSET} WHERE a.tenant_id = ? AND a.sha256 = ? ${condition}
    AND a.trashed_at IS NULL AND a.pending_until IS NULL AND a.status = 'ready' ORDER BY a.seq LIMIT 1`
}

function oldestOf(within: AssetScope | null, hidden: readonly string[]): string {
  if (hidden.length === 0) return within === null ? OLDEST : OLDEST_OF_CREATOR
  return within === null ? OLDEST_SHOWN : OLDEST_SHOWN_OF_CREATOR
}

/** What the tenant has of the contents and external ids of an insert. */
export function contentFacts(
  sql: Sql,
  tenantId: number,
  request: Pick<InsertRequest, 'tenant' | 'scope' | 'duplicatesOf' | 'hiddenDuplicates'>,
): ContentFacts {
  const within = duplicateScope(request)
  const { hiddenDuplicates = [] } = request
  const creator = within === null ? [] : [within.createdBy]
  const hidden = hiddenDuplicates.length === 0 ? [] : [JSON.stringify(hiddenDuplicates)]
  return {
    oldestWith(sha256) {
      const text = oldestOf(within, hidden)
      const row = sql<AssetRow>(text).get(tenantId, sha256, ...creator, ...hidden)
      return row === undefined ? null : assetOfRow(row)
    },
    holderOf: (externalId) => getByExternalId(sql, { tenant: request.tenant, externalId }),
  }
}

/** The asset of the tenant that has this external id, trashed or not. */
export function getByExternalId(
  sql: Sql,
  { tenant, externalId }: { readonly tenant: string; readonly externalId: string },
): Asset | null {
  const row = sql<AssetRow>(BY_EXTERNAL_ID).get(tenant, externalId)
  return row === undefined ? null : assetOfRow(row)
}
