import type { TransferEntry, TransferKind, TransferValues } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'

/** An entry of a kind. */
export type EntryOf<Kind extends TransferKind> = Extract<TransferEntry, { readonly kind: Kind }>

/** An entry of a row that is still there. */
export type Present<Kind extends TransferKind> = EntryOf<Kind> & {
  readonly value: TransferValues[Kind]
}

/** Replaces the rows of these entries by those that `rowOf` makes of the entries that have a value. */
export async function replaceRows<Kind extends TransferKind>(
  sql: Sql,
  {
    table,
    key,
    type,
    scoped,
  }: {
    readonly table: string
    readonly key: string
    readonly type: string
    readonly scoped: boolean
  },
  entries: readonly EntryOf<Kind>[],
  idOf: (tenant: string | null) => number,
  rowOf: (entry: Present<Kind>) => object,
): Promise<void> {
  const records = `json_populate_recordset(NULL::$schema.${table}, $1)`
  const columns = scoped ? `tenant_id, ${key}` : key
  const keys = entries.map((entry) => ({
    [key]: entry.key,
    ...(scoped && { tenant_id: idOf(entry.tenant) }),
  }))
  await sql(
    `DELETE FROM $schema.${table} WHERE (${columns}) IN (SELECT ${columns} FROM ${records})`,
    [JSON.stringify(keys)],
  )
  const present = entries.filter((entry): entry is Present<Kind> => entry.value !== null)
  if (present.length === 0) return
  await sql(`INSERT INTO $schema.${table} OVERRIDING SYSTEM VALUE SELECT * FROM ${records}`, [
    JSON.stringify(present.map(rowOf)),
  ])
  if (type !== 'bigint') return
  // New rows get higher numbers.
  await sql(
    `SELECT setval(pg_get_serial_sequence('$schema.${table}', '${key}'),
      greatest((SELECT max(${key}) FROM $schema.${table}), 1))`,
  )
}
