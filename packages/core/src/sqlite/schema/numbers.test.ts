import { expect, it } from 'vitest'
import { databaseFile, rawConnection, testedDrivers } from '../connection/drivers.fixture.ts'
import { migrate } from './migrations.ts'

it('never gives a number of a row twice: processes remember by it', async () => {
  const client = rawConnection(testedDrivers[0] ?? 'better-sqlite3', await databaseFile())
  migrate(client)
  const tables = client
    .prepare(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%INTEGER PRIMARY KEY%'`,
    )
    .all() as readonly { readonly name: string; readonly sql: string }[]
  // The table of sweeps has one row; those of FTS5 and `kept_terms` go with the numbers of tenants and assets.
  const again = tables.filter(
    ({ name, sql }) => !/^sweeps$|^terms_|^kept_terms$/.test(name) && !/AUTOINCREMENT/.test(sql),
  )
  expect(again.map(({ name }) => name)).toEqual([])
})
