import { expect, it } from 'vitest'
import { explainedDatabase } from './explained-database.fixture.ts'
import { GROWING, SMALL } from './plan-faults.fixture.ts'

/** Without what SQLite keeps for itself: its own tables, and those that a virtual table is made of. */
const TABLES = `SELECT name FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT GLOB 'sqlite_*'`

it('is known of every table whether it grows with what is stored, or why it does not', () => {
  const rows = explainedDatabase().prepare(TABLES).all() as { readonly name: string }[]
  const told = [...GROWING, ...Object.keys(SMALL)]
  expect(told.sort()).toEqual(rows.map(({ name }) => name).sort())
})
