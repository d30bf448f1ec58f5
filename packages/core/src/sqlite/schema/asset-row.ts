import type { AssetRecord, FailedVariant, Timestamp, Variant } from '../../assets/asset.ts'
import {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  assetOfCells,
  CHANGED_ENTRIES,
  CONTENT_ENTRIES,
  DERIVED_ENTRIES,
  FIELD_ENTRIES,
  parameterOf,
} from '../../assets/asset-fields.ts'
import type { TimedAsset } from '../../assets/timed-asset.ts'
import { jsonOfOwnData, ownDataOfJson } from '../../own-data/own-data-column.ts'
import { parseTimestamp } from '../../time/timestamp.ts'
import type { SqliteValue } from '../driver/client.ts'

/** A row of `assets` with the name of its tenant. */
export interface AssetRow extends AssetCells<0 | 1, 'json'> {
  readonly tenant: string
  readonly tenant_id: number
  readonly own: string | null
}

const DERIVED = DERIVED_ENTRIES.map(([, { column }]) => column)

type Entries = readonly (readonly [AssetFieldName, AssetField])[]

const COLUMNS = ['tenant_id', ...FIELD_ENTRIES.map(([, { column }]) => column), 'own'] as const

/** Every column that is written. */
export const STORED_COLUMNS: readonly string[] = [...COLUMNS, ...DERIVED]

/** The columns of an `AssetRow` except `tenant`. Named one by one, because a newer database may have more. */
export const ASSET_COLUMNS: string = COLUMNS.map((column) => `a.${column}`).join(', ')

/** Selects an `AssetRow`; a `WHERE` follows. */
export const SELECT_ASSET: string = `
  SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM assets a JOIN tenants t ON t.id = a.tenant_id`

export function assetOfRow(row: AssetRow): AssetRecord {
  return assetOfCells(row, {
    own: ownDataOfJson(row.own),
    isFavourite: row.is_favourite === 1,
    variants: listOfJson<Variant>(row.variants),
    failedVariants: listOfJson<FailedVariant>(row.failed_variants),
    embedded: row.embedded === null ? null : JSON.parse(row.embedded),
  })
}

function listOfJson<Item>(json: string | null): readonly Item[] {
  return json === null ? [] : JSON.parse(json)
}

/** Takes the parameters that `insertParameters` makes. */
export const INSERT_ASSET: string = `
  INSERT INTO assets (${STORED_COLUMNS.join(', ')})
  VALUES (${STORED_COLUMNS.map(() => '?').join(', ')})`

/** By position: to bind so many by their names takes longer than to insert them. */
export function insertParameters(
  asset: TimedAsset & { readonly seq: number; readonly pendingUntil?: Timestamp | null },
  tenantId: number,
): readonly SqliteValue[] {
  const given: Partial<AssetRecord> = asset
  const cells = FIELD_ENTRIES.map(([name, field]) => cellOfField(field, given[name] ?? null))
  const derived = DERIVED_ENTRIES.map(([, { of }]) => of(asset))
  return [tenantId, ...cells, jsonOfOwnData(asset), ...derived]
}

/** Each takes the parameters that `parametersOf` makes of the same fields. */
export const UPDATE_CHANGED: string = updateOf(CHANGED_ENTRIES)
export const UPDATE_CONTENT: string = updateOf(CONTENT_ENTRIES)

function updateOf(entries: Entries): string {
  const set = [...entries, ...DERIVED_ENTRIES].map(([name, { column }]) => `${column} = :${name}`)
  return `UPDATE assets SET ${set.join(', ')}, own = :own, updated_at = :updatedAt
  WHERE id = :id`
}

/** The parameters of an asset after the change. */
export function parametersOf(asset: AssetRecord, entries: Entries): Record<string, SqliteValue> {
  const derived = DERIVED_ENTRIES.map(([name, { of }]) => [name, of(asset)])
  return Object.assign(cellsOf(asset, entries), Object.fromEntries(derived), {
    own: jsonOfOwnData(asset),
    updatedAt: parseTimestamp(asset.updatedAt),
    id: asset.id,
  })
}

function cellsOf(asset: Partial<AssetRecord>, entries: Entries): Record<string, SqliteValue> {
  const cells: Record<string, SqliteValue> = {}
  for (const [name, field] of entries) {
    cells[name] = cellOfField(field, asset[name] ?? null)
  }
  return cells
}

function cellOfField(field: AssetField, value: AssetRecord[AssetFieldName]): SqliteValue {
  const cell = parameterOf(field, value)
  return typeof cell === 'boolean' ? Number(cell) : cell
}
