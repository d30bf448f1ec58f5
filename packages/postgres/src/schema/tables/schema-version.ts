import type { Table } from '../table.ts'

/** The version of the schema, who migrates it, and how far a fill has come. Made before all others. */
export const SCHEMA_VERSION: Table = {
  name: 'schema_version',
  rights: [],
  few: 'One row.',
  stays: 'Each database has its own version.',
  create: `CREATE TABLE IF NOT EXISTS $schema.schema_version (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL DEFAULT 0,
    holder text,
    until timestamptz,
    fill_cursor text COLLATE "C",
    fill_part double precision NOT NULL DEFAULT 0
  )`,
}
