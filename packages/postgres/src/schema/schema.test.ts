import { expect, it } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { TRANSFER_TABLES } from '../transfer/transfer-tables.ts'
import { ALL_TABLES } from './schema.ts'
import type { Table } from './table.ts'

const names = (tables: readonly { readonly name: string }[]) =>
  tables.map(({ name }) => name).sort()

async function tablesThere(column = '%'): Promise<readonly string[]> {
  const { open, sql, schema } = fixtureOfTest()
  await open()
  const rows = await sql<{ name: string }>(
    `SELECT DISTINCT t.table_name::text AS name FROM information_schema.tables t
      JOIN information_schema.columns c USING (table_schema, table_name)
      WHERE table_schema = $1 AND column_name LIKE $2`,
    [schema, column],
  )
  return names(rows)
}

const isTold = ({ erasedBy, erasedApart, notErased }: Table): boolean =>
  (erasedBy ?? erasedApart ?? notErased) !== undefined

it('lists every table', async () => {
  expect(names(ALL_TABLES)).toEqual(await tablesThere())
})

it('says of every table with rows of tenants how an erasure deletes them', async () => {
  const told = ALL_TABLES.filter(isTold)
  expect(names(told)).toEqual(await tablesThere('tenant_id'))
})

it('moves every table, or says why it does not', () => {
  const moved = TRANSFER_TABLES.map(({ table }) => table).sort()
  expect(names(ALL_TABLES.filter(({ stays }) => stays === undefined))).toEqual(moved)
})
