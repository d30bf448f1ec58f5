import { expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { migrate } from './migrations.ts'

/** Tables that give numbers to their rows. SQLite gives the largest again, once its row is gone, unless told. */
const NUMBERED = {
  audit: 'AUTOINCREMENT',
  deliveries: 'AUTOINCREMENT',
  events: 'AUTOINCREMENT',
  tenants: 'AUTOINCREMENT',
  // One row.
  sweeps: 'again',
  // Its numbers are those of a tenant and an asset, as are those of `terms`.
  kept_terms: 'again',
  // Row ids that nothing remembers: of keys they are the order of those that were made at one time.
  assets: 'row id',
  jobs: 'row id',
  keys: 'row id',
  uploads: 'row id',
  webhooks: 'row id',
}

interface Table {
  readonly name: string
  readonly sql: string
}

function numbersOf({ sql }: Table): string | null {
  if (/WITHOUT ROWID/.test(sql)) return null
  if (!/INTEGER PRIMARY KEY/i.test(sql)) return 'row id'
  return /AUTOINCREMENT/.test(sql) ? 'AUTOINCREMENT' : 'again'
}

it('never gives a number of a row twice: processes remember by it', async () => {
  const client = rawConnection(testedDrivers[0] ?? 'better-sqlite3', await databaseFile())
  migrate(client)
  const tables = client
    .prepare(
      `SELECT name, sql FROM sqlite_schema
        WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT GLOB 'terms*'`,
    )
    .all() as unknown as readonly Table[]
  const numbered = tables.map((table) => [table.name, numbersOf(table)] as const)
  expect(Object.fromEntries(numbered.filter(([, numbers]) => numbers !== null))).toEqual(NUMBERED)
})
