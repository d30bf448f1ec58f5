import type { Asset, FailedVariant, Timestamp, Variant } from '../../assets/asset.ts'
import {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  assetOfCells,
  CHANGED_ENTRIES,
  CONTENT_ENTRIES,
  FIELD_ENTRIES,
  parameterOf,
} from '../../assets/asset-fields.ts'
import type { TimedAsset } from '../../assets/timed-asset.ts'
import { jsonOfOwnData, ownDataOfJson } from '../../own-data/own-data-column.ts'
import { nameKey } from '../../text/name-key.ts'
import { parseTimestamp } from '../../time/timestamp.ts'
import type { SqliteValue } from '../driver/client.ts'

/** A row of `assets` with the name of its tenant. */
export interface AssetRow extends AssetCells<0 | 1, 'json'> {
  readonly tenant: string
  readonly tenant_id: number
  readonly own: string | null
}

type Entries = readonly (readonly [AssetFieldName, AssetField])[]

const COLUMNS = ['tenant_id', ...FIELD_ENTRIES.map(([, { column }]) => column), 'own'] as const

/** The columns of an `AssetRow` except `tenant`. Named one by one, because a newer database may have more. */
export const ASSET_COLUMNS: string = COLUMNS.map((column) => `a.${column}`).join(', ')

/** Selects an `AssetRow`; a `WHERE` follows. */
export const SELECT_ASSET: string = `
  SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM assets a JOIN tenants t ON t.id = a.tenant_id`

export function assetOfRow(row: AssetRow): Asset {
  return assetOfCells(row, {
    own: ownDataOfJson(row.own),
    isFavourite: row.is_favourite === 1,
    variants: listOfJson<Variant>(row.variants),
    failedVariants: listOfJson<FailedVariant>(row.failed_variants),
  })
}

function listOfJson<Item>(json: string | null): readonly Item[] {
  return json === null ? [] : JSON.parse(json)
}

/** Takes the parameters that `insertParameters` makes. */
export const INSERT_ASSET: string = `
  INSERT INTO assets (${COLUMNS.join(', ')}, name_key)
  VALUES (${'?, '.repeat(COLUMNS.length)}?)`

/** By position: to bind so many by their names takes longer than to insert them. */
export function insertParameters(
  asset: TimedAsset & { readonly seq: number; readonly pendingUntil?: Timestamp | null },
  tenantId: number,
): readonly SqliteValue[] {
  const given: Partial<Asset> = asset
  const cells = FIELD_ENTRIES.map(([name, field]) => cellOfField(field, given[name] ?? null))
  return [tenantId, ...cells, jsonOfOwnData(asset), nameKey(asset.name)]
}

/** Each takes the parameters that `parametersOf` makes of the same fields. */
export const UPDATE_CHANGED: string = updateOf(CHANGED_ENTRIES)
export const UPDATE_CONTENT: string = updateOf(CONTENT_ENTRIES)

function updateOf(entries: Entries): string {
  return `UPDATE assets SET ${entries.map(([name, { column }]) => `${column} = :${name}`).join(', ')},
    name_key = :nameKey, own = :own, updated_at = :updatedAt
  WHERE id = :id`
}

/** The parameters of an asset after the change. */
export function parametersOf(asset: Asset, entries: Entries): Record<string, SqliteValue> {
  return Object.assign(cellsOf(asset, entries), {
    nameKey: nameKey(asset.name),
    own: jsonOfOwnData(asset),
    updatedAt: parseTimestamp(asset.updatedAt),
    id: asset.id,
  })
}

function cellsOf(asset: Partial<Asset>, entries: Entries): Record<string, SqliteValue> {
  const cells: Record<string, SqliteValue> = {}
  for (const [name, field] of entries) {
    cells[name] = cellOfField(field, asset[name] ?? null)
  }
  return cells
}

function cellOfField(field: AssetField, value: Asset[AssetFieldName]): SqliteValue {
  const cell = parameterOf(field, value)
  return typeof cell === 'boolean' ? Number(cell) : cell
}
