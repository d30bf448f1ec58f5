/**
 * The operation of the store. `sweeps`: the times of the sweeps by which retention trusts the clock; see
 * `model/sweep-record.ts`. `handovers`: the role of the database in a move. `source`: its records move away, and `id`
 * is that of the recording; writes are refused until `paused_until` (milliseconds), and forever once `moved`. `target`:
 * it is filled from the recording `id` up to `cursor`.
 */
export const OPERATION = `
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sweeps (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    trusted INTEGER
  ) STRICT;

  CREATE TABLE handovers (
    role TEXT PRIMARY KEY CHECK (role IN ('source', 'target')),
    id TEXT NOT NULL,
    cursor TEXT,
    paused_until INTEGER,
    moved INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
`
