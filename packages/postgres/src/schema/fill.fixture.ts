import type { Sql } from '../connection/database.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

/** Rows that a batch of `FILLING` changes. */
export const BATCH = 10

/** Adds columns, fills one row by row, and checks it. `times` counts how often a row was filled. */
export const FILLING: readonly Migration[] = [
  ...MIGRATIONS,
  {
    kind: 'transaction',
    text: `ALTER TABLE $schema.tenants ADD COLUMN key text, ADD COLUMN times integer NOT NULL DEFAULT 0`,
  },
  { kind: 'fill', batch: fillKeys },
  { kind: 'index', name: 'tenants_key', on: '$schema.tenants (key)' },
  {
    kind: 'transaction',
    text: 'ALTER TABLE $schema.tenants ADD CONSTRAINT has_key CHECK (key IS NOT NULL) NOT VALID',
  },
  { kind: 'validate', table: 'tenants', constraint: 'has_key' },
]

/** The first version with a fill that comes next. */
export const BEFORE_FILL: number = MIGRATIONS.length + 1

/** The first version that refuses rows which were not filled. */
export const BEFORE_CHECK: number = MIGRATIONS.length + 3

async function fillKeys(sql: Sql, after: string | null) {
  const rows = await sql<{ id: number; name: string }>(
    'SELECT id, name FROM $schema.tenants WHERE id > $1 ORDER BY id LIMIT $2',
    [Number(after ?? 0), BATCH],
  )
  const filled = rows.map(({ id, name }) => ({ id, key: name.toUpperCase() }))
  await sql(
    `UPDATE $schema.tenants t SET key = f.key, times = times + 1
      FROM json_to_recordset($1) AS f (id int, key text) WHERE t.id = f.id`,
    [JSON.stringify(filled)],
  )
  const [total] = await sql<{ last: number | null }>('SELECT max(id) AS last FROM $schema.tenants')
  const last = rows.at(-1)?.id ?? total?.last ?? 0
  const isDone = rows.length < BATCH
  return { next: isDone ? null : String(last), part: isDone ? 1 : last / (total?.last ?? 1) }
}
