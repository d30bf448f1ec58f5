import {
  factsOf,
  formatTimestamp,
  parseTimestamp,
  type VersionFacts,
  type VersionRecord,
} from '@stowage/core/internal'

/** A row of `versions` with the name of its tenant. */
export interface VersionRow {
  readonly tenant: string
  readonly tenant_id: number
  readonly id: string
  readonly asset_id: string
  readonly replaced_at: number
  readonly expires_at: number
  readonly facts: VersionFacts
  readonly blob_key: string
  readonly size: number
}

/** Selects a `VersionRow`; a `WHERE` follows. */
export const SELECT_VERSION = `SELECT t.name AS tenant, v.tenant_id, v.id, v.asset_id, v.replaced_at, v.expires_at,
    v.facts, v.blob_key, v.size
  FROM $schema.versions v JOIN $schema.tenants t ON t.id = v.tenant_id`

/** Deletes the versions of this condition. Returns them as `SELECT_VERSION` does. */
export function deletionOfVersions(condition: string): string {
  return `WITH v AS (DELETE FROM $schema.versions WHERE ${condition} RETURNING *)
    SELECT t.name AS tenant, v.* FROM v JOIN $schema.tenants t ON t.id = v.tenant_id`
}

export function versionOfRow(row: VersionRow): VersionRecord {
  return {
    ...row.facts,
    id: row.id,
    tenant: row.tenant,
    assetId: row.asset_id,
    replacedAt: formatTimestamp(row.replaced_at),
    expiresAt: formatTimestamp(row.expires_at),
    blobKey: row.blob_key,
  }
}

/** The version as a row of the table. */
export function rowOfVersion(version: VersionRecord, tenantId: number): Omit<VersionRow, 'tenant'> {
  return {
    id: version.id,
    tenant_id: tenantId,
    asset_id: version.assetId,
    replaced_at: parseTimestamp(version.replacedAt),
    expires_at: parseTimestamp(version.expiresAt),
    facts: factsOf(version),
    blob_key: version.blobKey,
    size: version.size,
  }
}

/** Inserts a JSON list of such rows. */
export const INSERT_VERSIONS =
  'INSERT INTO $schema.versions SELECT * FROM json_populate_recordset(NULL::$schema.versions, $1)'
