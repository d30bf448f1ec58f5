import type { Table } from '../table.ts'

/**
 * The operation of the store. `open_stores`: stores that have it open for writing; each renews its row every minute.
 * `sweeps`: the times of the sweeps by which retention trusts the clock; one row.
 */
export const OPERATION: readonly Table[] = [
  {
    name: 'leases',
    few: 'A row for each sweep, backup and hold under way.',
    create: `
      CREATE TABLE $schema.leases (
        name text COLLATE "C" PRIMARY KEY,
        holder text COLLATE "C" NOT NULL,
        until bigint NOT NULL
      );
    `,
  },
  {
    name: 'open_stores',
    few: 'A row for each store that is open.',
    stays: 'It is about processes that use this database.',
    create: `
      CREATE TABLE $schema.open_stores (
        id uuid PRIMARY KEY,
        alone boolean NOT NULL,
        until timestamptz NOT NULL
      );
    `,
  },
  {
    name: 'sweeps',
    rights: ['SELECT', 'UPDATE'],
    few: 'One row, about all sweeps.',
    stays: 'It is about this database.',
    create: `
      CREATE TABLE $schema.sweeps (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        since bigint,
        seen bigint,
        first_trusted bigint,
        trusted bigint
      );
      INSERT INTO $schema.sweeps DEFAULT VALUES;
    `,
  },
]
