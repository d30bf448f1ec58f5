import type { AssetRecord } from '@stowage/core/internal'
import {
  type AssetCells,
  type AssetField,
  type AssetFieldName,
  assetOfCells,
  cellOf,
  DERIVED_ENTRIES,
  FIELD_ENTRIES,
  inSlices,
  type KeptOwnData,
  keptOwnData,
  ownDataOf,
  parameterOf,
  type TermSource,
  type TimedAsset,
} from '@stowage/core/internal'
import { TERMS_SLICE, termsVector } from './terms.ts'

/** A row of `assets` with the name of its tenant. Times in microseconds. */
export interface AssetRow extends AssetCells<boolean, 'value'> {
  readonly tenant: string
  readonly tenant_id: number
  readonly own: KeptOwnData | null
}

/** A row as it is stored. Its search terms are written and never read. */
export type StoredAsset = Omit<AssetRow, 'tenant'>

type Entries = readonly (readonly [AssetFieldName, AssetField])[]

const COLUMNS = ['tenant_id', ...FIELD_ENTRIES.map(([, { column }]) => column), 'own'] as const

/** Every column that is written, except search terms. */
export const STORED_COLUMNS: readonly string[] = [
  ...COLUMNS,
  ...DERIVED_ENTRIES.map(([, { column }]) => column),
]

/** The columns of a row of `assets` named `a`. */
export const ASSET_COLUMNS: string = COLUMNS.map((column) => `a.${column}`).join(', ')

/** Selects an `AssetRow`; a `WHERE` follows. */
export const SELECT_ASSET: string = `SELECT t.name AS tenant, ${ASSET_COLUMNS}
  FROM $schema.assets a JOIN $schema.tenants t ON t.id = a.tenant_id`

export function assetOfRow(row: AssetRow): AssetRecord {
  return assetOfCells(row, {
    own: ownDataOf(row.own),
    isFavourite: row.is_favourite,
    variants: row.variants ?? [],
    failedVariants: row.failed_variants ?? [],
    embedded: row.embedded,
  })
}

/** Inserts the rows of a JSON list, parameter `$1`. */
export const INSERT_ASSETS =
  'INSERT INTO $schema.assets SELECT * FROM json_populate_recordset(NULL::$schema.assets, $1)'

/** A row for `INSERT_ASSETS`. The name of the tenant is not in the table and is ignored. */
export function rowOfAsset(
  asset: TimedAsset & Partial<AssetRecord>,
  { tenantId, seq }: { readonly tenantId: number; readonly seq: number },
): StoredAsset {
  const row: Record<string, unknown> = { tenant_id: tenantId }
  for (const [name, field] of FIELD_ENTRIES) row[field.column] = cellOf(field, asset[name] ?? null)
  row.seq = seq
  row.own = keptOwnData(asset)
  for (const [, { column, of }] of DERIVED_ENTRIES) row[column] = of(asset)
  return row as unknown as StoredAsset
}

/** Sets these fields and what derives from them, to the values that `valuesOf` makes of them from the parameter `$first` on. */
export function settingsOf(entries: Entries, first: number): string {
  return [...entries, ...DERIVED_ENTRIES]
    .map(([, { column }], index) => `${column} = $${first + index}`)
    .join(', ')
}

/** The values of an asset after the change. */
export function valuesOf(asset: AssetRecord, entries: Entries): readonly unknown[] {
  const cells = entries.map(([name, field]) => parameterOf(field, asset[name]))
  return [...cells, ...DERIVED_ENTRIES.map(([, { of }]) => of(asset))]
}

/** The parameter of `INSERT_ASSETS`: the rows with their search terms, as JSON. Other work runs meanwhile. */
export async function jsonOfRows(rows: readonly StoredAsset[]): Promise<string> {
  const texts = await inSlices(rows, TERMS_SLICE, (row) => {
    const terms = termsVector(row.tenant_id, termSourceOf(row))
    const result = JSON.stringify({ ...row, terms })
    return { result, weight: result.length }
  })
  return `[${texts.join()}]`
}

function termSourceOf(row: StoredAsset): TermSource {
  const { mime_type: mimeType, external_id: externalId } = row
  return Object.assign({ mimeType, externalId }, row, ownDataOf(row.own))
}
