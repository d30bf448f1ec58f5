import type { AssetRecord } from '@stowage/core/internal'
import { duplicateScope, type InsertRequest, looksForDuplicates } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow, SELECT_ASSET } from '../schema/asset-row.ts'
import type { TenantRow } from '../tenants/tenants.ts'

/** The existing assets that have the contents and external ids of a batch. */
export interface ContentsThere {
  /** The oldest active, `ready` asset, by `contentName`. */
  readonly oldest: ReadonlyMap<string, AssetRecord>
  /** Assets that have external ids, by `externalName`. */
  readonly holders: ReadonlyMap<string, ExternalHolder>
}

/** The asset that has an external id. */
export interface ExternalHolder {
  readonly id: string
  readonly createdBy: string | null
}

/** The name of a content that an insert looks for. */
export function contentName(
  tenantId: number,
  sha256: string,
  request: Pick<InsertRequest, 'scope' | 'duplicatesOf'>,
): string {
  // The whole scope, because a scope without a creator differs from no scope.
  return JSON.stringify([tenantId, sha256, duplicateScope(request)])
}

/** The name of an external id of a tenant. */
export function externalName(tenantId: number, externalId: string): string {
  return `${tenantId} ${externalId}`
}

/** Runs statements only for uploads that ask for them. The tenants are locked, so the results stay valid. */
export async function contentsThere(
  sql: Sql,
  requests: readonly InsertRequest[],
  tenants: ReadonlyMap<string, TenantRow>,
): Promise<ContentsThere> {
  return {
    oldest: await oldestContents(sql, requests, tenants),
    holders: await externalHolders(sql, requests, tenants),
  }
}

async function oldestContents(
  sql: Sql,
  requests: readonly InsertRequest[],
  tenants: ReadonlyMap<string, TenantRow>,
): Promise<ReadonlyMap<string, AssetRecord>> {
  const wanted = requests.filter(looksForDuplicates).flatMap((request) => {
    const tenantId = tenants.get(request.tenant)?.id ?? 0
    const within = duplicateScope(request)
    return request.assets.map(({ sha256 }) => ({
      name: contentName(tenantId, sha256, request),
      tenantId,
      sha256,
      within,
    }))
  })
  if (wanted.length === 0) return new Map()
  const rows = await sql<AssetRow & { readonly content: string }>(OLDEST, [
    wanted.map(({ name }) => name),
    wanted.map(({ tenantId }) => tenantId),
    wanted.map(({ sha256 }) => sha256),
    wanted.map(({ within }) => within === null),
    wanted.map(({ within }) => within?.createdBy ?? null),
  ])
  return new Map(rows.map((row) => [row.content, assetOfRow(row)]))
}

/** The index `assets_sha256` serves it, in the order of insertion. */
export const OLDEST: string = `SELECT wanted.content, t.name AS tenant, page.*
  FROM unnest($1::text[], $2::int[], $3::text[], $4::bool[], $5::text[])
    AS wanted (content, tenant_id, sha256, of_all, creator)
  JOIN $schema.tenants t ON t.id = wanted.tenant_id
  CROSS JOIN LATERAL (
    SELECT ${ASSET_COLUMNS} FROM $schema.assets a
      WHERE a.tenant_id = wanted.tenant_id AND a.sha256 = wanted.sha256 AND a.trashed_at IS NULL
        AND a.pending_until IS NULL
        AND a.status = 'ready' AND (wanted.of_all OR a.created_by IS NOT DISTINCT FROM wanted.creator)
      ORDER BY a.seq LIMIT 1
  ) page`

async function externalHolders(
  sql: Sql,
  requests: readonly InsertRequest[],
  tenants: ReadonlyMap<string, TenantRow>,
): Promise<ReadonlyMap<string, ExternalHolder>> {
  const wanted = requests.flatMap(({ tenant, assets }) => {
    const tenantId = tenants.get(tenant)?.id ?? 0
    return assets.flatMap(({ externalId }) => (externalId === null ? [] : { tenantId, externalId }))
  })
  if (wanted.length === 0) return new Map()
  const rows = await sql<HolderRow>(HOLDERS, [
    wanted.map(({ tenantId }) => tenantId),
    wanted.map(({ externalId }) => externalId),
  ])
  return new Map(
    rows.map((row) => [
      externalName(row.tenant_id, row.external_id),
      { id: row.id, createdBy: row.created_by },
    ]),
  )
}

interface HolderRow {
  readonly tenant_id: number
  readonly external_id: string
  readonly id: string
  readonly created_by: string | null
}

/** The index `assets_external` serves it. */
const HOLDERS = `SELECT a.tenant_id, a.external_id, a.id, a.created_by FROM $schema.assets a
  JOIN unnest($1::int[], $2::text[]) AS wanted (tenant_id, external_id) USING (tenant_id, external_id)`

/** The asset of the tenant that has this external id, trashed or not. */
export async function getByExternalId(
  sql: Sql,
  { tenant, externalId }: { readonly tenant: string; readonly externalId: string },
): Promise<AssetRecord | null> {
  const [row] = await sql<AssetRow>(`${SELECT_ASSET} WHERE t.name = $1 AND a.external_id = $2`, [
    tenant,
    externalId,
  ])
  return row === undefined ? null : assetOfRow(row)
}
