import { expect, it } from 'vitest'
import { ALL_TABLES } from '../schema/schema.ts'
import type { Table } from '../schema/table.ts'
import { TRANSFER_TABLES } from '../transfer/transfer-tables.ts'
import { explainedDatabase } from './explained-database.fixture.ts'

/** Without what SQLite keeps for itself: its own tables, and those that a virtual table is made of. */
const TABLES = `SELECT name, EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = 'tenant_id') AS of_tenant
  FROM pragma_table_list t WHERE schema = 'main' AND type IN ('table', 'virtual') AND t.name NOT GLOB 'sqlite_*'`

interface TableRow {
  readonly name: string
  readonly of_tenant: 0 | 1
}

const rows = () => explainedDatabase().prepare(TABLES).all() as readonly TableRow[]

const names = (tables: readonly { readonly name: string }[]) =>
  tables.map(({ name }) => name).sort()

const isTold = ({ erasedBy, erasedApart, notErased }: Table): boolean =>
  (erasedBy ?? erasedApart ?? notErased) !== undefined

it('lists every table', () => {
  expect(names(ALL_TABLES)).toEqual(names(rows()))
})

it('says of every table with rows of tenants how an erasure deletes them', () => {
  const ofTenants = rows().filter((row) => row.of_tenant === 1)
  expect(names(ALL_TABLES.filter(isTold))).toEqual(names(ofTenants))
})

it('moves every table, or says why it does not', () => {
  const moved = TRANSFER_TABLES.map(({ table }) => table).sort()
  expect(names(ALL_TABLES.filter(({ stays }) => stays === undefined))).toEqual(moved)
})
