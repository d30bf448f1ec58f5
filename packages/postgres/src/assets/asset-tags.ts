import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetRecords,
  assertTagsFit,
  assetTagger,
  formatTimestamp,
  inSlices,
  keptOwnData,
} from '@stowage/core/internal'
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
): Promise<readonly AssetRecord[]> {
  const locked = await lockToChange(sql, request)
  const tagOf = assetTagger({ add, remove })
  const changes = await inSlices(locked, TERMS_SLICE, (row) => {
    const before = assetOfRow(row)
    const after = tagOf(before)
    const json = after === null ? '' : jsonOfTagged(row, after)
    return { result: { row, before, after, json }, weight: weightOf(before.tags) + json.length }
  })
  const tagged = changes.flatMap(({ after, ...of }) => (after === null ? [] : [{ ...of, after }]))
  const assets = tagged.map(({ after }) => after)
  assertTagsFit(assets)
  if (tagged.length === 0) return []
  const written: Pick<AssetRow, 'id' | 'updated_at'>[] = []
  for (const statement of inStatements(tagged.map(({ json }) => json))) {
    written.push(
      ...(await sql<(typeof written)[number]>(WRITE_OWN_DATA, [`[${statement.join()}]`])),
    )
  }
  const counts = tagged.flatMap(({ row, before, after }) => replaced(row, before, after))
  await grow(sql, { counts, bytes: new Map() })
  const times = new Map(written.map((row) => [row.id, formatTimestamp(row.updated_at)]))
  return assets.map((asset) => ({ ...asset, updatedAt: times.get(asset.id) ?? asset.updatedAt }))
}

function jsonOfTagged({ tenant_id: tenantId }: AssetRow, asset: AssetRecord): string {
  const terms = termsVector(tenantId, asset)
  return JSON.stringify({ id: asset.id, own: keptOwnData(asset), terms })
}

/** Folding a character of a tag takes as long as writing this many into a row. */
const FOLDING = 4

function weightOf(tags: readonly string[]): number {
  return FOLDING * tags.reduce((length, tag) => length + tag.length, 0)
}

/** Characters of rows that one statement takes. */
const STATEMENT = 1_000_000

/** The rows, split into statements. */
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
