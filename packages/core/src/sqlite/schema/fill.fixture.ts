import type { SqliteClient } from '../driver/client.ts'
import type { Migration } from './migration.ts'
import { MIGRATIONS } from './migrations.ts'

/** Rows that a batch of `FILLING` changes. */
export const BATCH = 10

/** Adds a column, fills it row by row, and makes an index of it. `times` counts how often a row was filled. */
export const FILLING: readonly Migration[] = [
  ...MIGRATIONS,
  {
    kind: 'transaction',
    run: (client) =>
      client.exec(`ALTER TABLE tenants ADD COLUMN key TEXT;
        ALTER TABLE tenants ADD COLUMN times INTEGER NOT NULL DEFAULT 0`),
  },
  { kind: 'fill', batch: fillKeys },
  { kind: 'index', text: 'CREATE INDEX tenants_key ON tenants (key)' },
]

function fillKeys(client: SqliteClient, after: string | null) {
  const rows = client
    .prepare('SELECT id, name FROM tenants WHERE id > ? ORDER BY id LIMIT ?')
    .all(Number(after ?? 0), BATCH) as { id: number; name: string }[]
  const update = client.prepare('UPDATE tenants SET key = ?, times = times + 1 WHERE id = ?')
  for (const { id, name } of rows) update.run(name.toUpperCase(), id)
  const total = client.prepare('SELECT max(id) AS last FROM tenants').get() as {
    last: number | null
  }
  const last = rows.at(-1)?.id ?? total.last ?? 0
  const isDone = rows.length < BATCH
  return { next: isDone ? null : String(last), part: isDone ? 1 : last / (total.last ?? 1) }
}

/** Gives a database so many tenants, `tenant 1` and so on. */
export function addTenants(client: SqliteClient, count: number): void {
  const insert = client.prepare('INSERT INTO tenants (name) VALUES (?)')
  client.exec('BEGIN')
  for (let n = 1; n <= count; n += 1) insert.run(`tenant ${n}`)
  client.exec('COMMIT')
}

/** What is wrong in a database that `FILLING` has filled; empty when nothing is. */
export function faultsOf(client: SqliteClient, count: number): readonly string[] {
  const value = (text: string) => Object.values(client.prepare(text).get() as object)[0] as unknown
  const expected: readonly (readonly [text: string, value: unknown])[] = [
    ['PRAGMA integrity_check', 'ok'],
    ['PRAGMA user_version', FILLING.length],
    ['SELECT count(*) FROM tenants', count],
    ['SELECT count(*) FROM tenants WHERE key IS NOT upper(name) OR times <> 1', 0],
    [`SELECT count(*) FROM sqlite_schema WHERE name = 'fill_progress'`, 0],
    [`SELECT count(*) FROM sqlite_schema WHERE name = 'tenants_key'`, 1],
  ]
  return expected.flatMap(([text, wanted]) => {
    const found = value(text)
    return found === wanted ? [] : [`${text}: ${found}`]
  })
}
