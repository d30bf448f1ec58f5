import type { Table } from '../table.ts'

/**
 * The operation of the store. `sweeps`: the times of the sweeps by which retention trusts the clock; see
 * `maintenance/sweep-record.ts`. `handovers`: the role of the database in a move. `source`: its records move away, and
 * `id` is that of the recording; writes are refused until `paused_until` (milliseconds), and forever once `moved`.
 * `target`: it is filled from the recording `id` up to `cursor`.
 */
export const OPERATION: readonly Table[] = [
  {
    name: 'leases',
    few: 'A row for each sweep, backup and hold under way.',
    create: `
      CREATE TABLE leases (
        name TEXT PRIMARY KEY,
        holder TEXT NOT NULL,
        until INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'sweeps',
    few: 'One row, about all sweeps.',
    stays: 'It is about this database.',
    create: `
      CREATE TABLE sweeps (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        first_trusted INTEGER,
        trusted INTEGER
      ) STRICT;
    `,
  },
  {
    name: 'handovers',
    few: 'At most two rows: the database is left, and it is filled.',
    stays: 'It is about the move itself.',
    create: `
      CREATE TABLE handovers (
        role TEXT PRIMARY KEY CHECK (role IN ('source', 'target')),
        id TEXT NOT NULL,
        cursor TEXT,
        paused_until INTEGER,
        moved INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
    `,
  },
]

/**
 * Records which rows a move has yet to copy; made when the move begins. A row that changes again moves to the end, so
 * that what was read up to `n` is complete up to there.
 */
export const CHANGES: Table = {
  name: 'changes',
  notErased: 'No tenant is erased during a move.',
  stays: 'It is about the move itself.',
  create: `CREATE TABLE changes (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    tenant_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    UNIQUE (kind, tenant_id, key)
  ) STRICT`,
}
