import type { AssetRecord } from '@stowage/core/internal'
import { bytesOf, type CountChange, countChange, LIVE, TRASH } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import {
  type AssetRow,
  assetOfRow,
  INSERT_ASSETS,
  jsonOfRows,
  rowOfAsset,
  SELECT_ASSET,
  type StoredAsset,
} from '../schema/asset-row.ts'
import { grow, lockTenants } from '../tenants/tenants.ts'
import type { EntryOf } from './replace-rows.ts'

/**
 * Writes assets as in the source database, and counts them. When a new entry has a unique id of an older asset, that
 * asset has lost the id there. Its own entry comes later, so the older one is removed for now.
 */
export async function receiveAssets(
  sql: Sql,
  entries: readonly EntryOf<'asset'>[],
  idOf: (tenant: string) => number,
): Promise<void> {
  const assets = lastHolders(entries.flatMap(({ value }) => value ?? []))
  const fresh = assets.map((asset) =>
    rowOfAsset(asset, { tenantId: idOf(asset.tenant), seq: asset.seq }),
  )
  const known = [...entries.map(({ key }) => key), ...(await holdersOf(sql, fresh))]
  const rows = await sql<AssetRow>(`${SELECT_ASSET} WHERE a.id = ANY($1::uuid[])`, [known])
  await lockTenants(sql, { ids: [...new Set(rows.map(({ tenant_id }) => tenant_id))] })
  await sql('DELETE FROM $schema.assets WHERE id = ANY($1::uuid[])', [known])
  await sql(INSERT_ASSETS, [await jsonOfRows(fresh)])

  const bytes = new Map<number, number>()
  const counts: CountChange[] = []
  const count = (asset: AssetRecord, tenantId: number, by: 1 | -1) => {
    bytes.set(tenantId, (bytes.get(tenantId) ?? 0) + by * bytesOf(asset))
    const list = asset.trashedAt === null ? LIVE : TRASH
    counts.push(countChange(asset, { tenantId, list, seq: asset.seq, by }))
  }
  for (const row of rows) count(assetOfRow(row), row.tenant_id, -1)
  for (const asset of assets) count(asset, idOf(asset.tenant), 1)
  await grow(sql, { counts, bytes })
}

/** The assets without those that share a unique id with a later one. */
function lastHolders(assets: readonly AssetRecord[]): readonly AssetRecord[] {
  const holders = new Map<string, string>()
  for (const asset of assets) for (const name of namesOf(asset)) holders.set(name, asset.id)
  return assets.filter((asset) => namesOf(asset).every((name) => holders.get(name) === asset.id))
}

/** The unique names of an asset besides its id. */
function namesOf({ tenant, publicFileId, externalId }: AssetRecord): readonly string[] {
  const names = externalId === null ? [[publicFileId]] : [[publicFileId], [tenant, externalId]]
  return names.map((name) => JSON.stringify(name))
}

/** The ids of existing assets that have one of these unique ids. */
async function holdersOf(sql: Sql, fresh: readonly StoredAsset[]): Promise<readonly string[]> {
  const rows = await sql<{ id: string }>(HOLDERS, [
    fresh.map((row) => row.public_file_id),
    fresh.map((row) => row.tenant_id),
    fresh.map((row) => row.external_id),
  ])
  return rows.map(({ id }) => id)
}

/** The indexes `assets_public_file_id` and `assets_external` serve it. */
const HOLDERS = `SELECT id FROM $schema.assets WHERE public_file_id = ANY($1::uuid[])
  UNION ALL
  SELECT a.id FROM $schema.assets a
    JOIN unnest($2::int[], $3::text[]) AS taken (tenant_id, external_id) USING (tenant_id, external_id)`
