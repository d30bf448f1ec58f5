import type { Asset } from '@stowage/core'
import { inSlices } from '@stowage/core/internal'
import { type AssetRecords, formatTimestamp, keptOwnData, taggedAssets } from '@stowage/core/ports'
import type { Sql } from '../connection/database.ts'
import { type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { TERMS_SLICE, termsVector } from '../schema/terms.ts'
import { grow } from '../tenants/tenants.ts'
import { lockToChange } from './asset-locks.ts'
import { CHANGE_TIME, replaced } from './asset-writes.ts'

/** `AssetRecords.tag` */
export async function tag(
  sql: Sql,
  { add, remove, ...request }: Parameters<AssetRecords['tag']>[0],
): Promise<readonly Asset[]> {
  const locked = await lockToChange(sql, request)
  const found = new Map(locked.map((row) => [row.id, row]))
  const tagged = taggedAssets(locked.map(assetOfRow), { add, remove })
  if (tagged.length === 0) return []
  const rows = await inSlices(tagged, TERMS_SLICE, (asset) => {
    const { tenant_id: tenantId } = found.get(asset.id) as AssetRow
    const terms = termsVector(tenantId, asset)
    const result = JSON.stringify({ id: asset.id, own: keptOwnData(asset), terms })
    return { result, weight: result.length }
  })
  const written: Pick<AssetRow, 'id' | 'updated_at'>[] = []
  for (const statement of inStatements(rows)) {
    written.push(
      ...(await sql<(typeof written)[number]>(WRITE_OWN_DATA, [`[${statement.join()}]`])),
    )
  }
  const counts = tagged.flatMap((asset) => {
    const row = found.get(asset.id) as AssetRow
    return replaced(row, assetOfRow(row), asset)
  })
  await grow(sql, { counts, bytes: new Map() })
  const times = new Map(written.map((row) => [row.id, formatTimestamp(row.updated_at)]))
  return tagged.map((asset) => ({ ...asset, updatedAt: times.get(asset.id) ?? asset.updatedAt }))
}

/** Characters of rows that one statement takes. */
const STATEMENT = 1_000_000

/** The rows in as many parts as statements take. */
function inStatements(rows: readonly string[]): readonly (readonly string[])[] {
  const statements: string[][] = []
  let length = Number.POSITIVE_INFINITY
  for (const row of rows) {
    length += row.length
    if (length > STATEMENT) {
      statements.push([])
      length = row.length
    }
    statements.at(-1)?.push(row)
  }
  return statements
}

const WRITE_OWN_DATA = `UPDATE $schema.assets a SET own = x.own, terms = x.terms, updated_at = ${CHANGE_TIME}
  FROM json_to_recordset($1) AS x (id uuid, own json, terms tsvector) WHERE a.id = x.id RETURNING a.id, a.updated_at`
