import { formatTimestamp, type Micros, parseTimestamp } from '../../time/timestamp.ts'
import type { VersionFacts, VersionRecord } from '../../versions/asset-version.ts'
import { factsOf } from '../../versions/asset-version.ts'
import type { Sql } from '../driver/client.ts'

/** A row of `versions` with the name of its tenant. */
export interface VersionRow {
  readonly tenant: string
  readonly tenant_id: number
  readonly id: string
  readonly asset_id: string
  readonly replaced_at: Micros
  readonly expires_at: Micros
  readonly facts: string
  readonly blob_key: string
  readonly size: number
}

/** Selects a `VersionRow`; a `WHERE` follows. */
export const SELECT_VERSION = `SELECT t.name AS tenant, x.tenant_id, x.id, x.asset_id, x.replaced_at, x.expires_at,
    x.facts, x.blob_key, x.size
  FROM versions x JOIN tenants t ON t.id = x.tenant_id`

export function versionOfRow(row: VersionRow): VersionRecord {
  return {
    ...(JSON.parse(row.facts) as VersionFacts),
    id: row.id,
    tenant: row.tenant,
    assetId: row.asset_id,
    replacedAt: formatTimestamp(row.replaced_at),
    expiresAt: formatTimestamp(row.expires_at),
    blobKey: row.blob_key,
  }
}

/** Writes a version record unchanged. */
export function insertVersion(sql: Sql, version: VersionRecord, tenantId: number): void {
  sql(
    `INSERT INTO versions (id, tenant_id, asset_id, replaced_at, expires_at, facts, blob_key, size)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    version.id,
    tenantId,
    version.assetId,
    parseTimestamp(version.replacedAt),
    parseTimestamp(version.expiresAt),
    JSON.stringify(factsOf(version)),
    version.blobKey,
    version.size,
  )
}
