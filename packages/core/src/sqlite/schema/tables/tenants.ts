import type { Table } from '../table.ts'

/**
 * Tenants and their counters. A tenant's number is never used twice (AUTOINCREMENT), because processes keep their
 * counts by it. It has at most 22 bits, because a row id of `terms` contains it. `assets`: live and trashed, limited by
 * the quota. `list_key`: see `AssetRecords.listKey`.
 *
 * `counts` has a tree over the insertion numbers of each list (0 live, 1 trash), for a tenant (`part` is empty) and for
 * each of its parts; see `counterKeysOf`. `tenants/count-tree.ts` says how many numbers a block covers. Empty blocks
 * have no row. `bytes`: of originals and variants, in the rows of the top level of each part, zero in all others.
 *
 * `erasures`: tenants that are being erased; they accept nothing new.
 */
export const TENANTS: readonly Table[] = [
  {
    name: 'tenants',
    create: `
      CREATE TABLE tenants (
        id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id < 4194304),
        name TEXT NOT NULL UNIQUE,
        next_seq INTEGER NOT NULL DEFAULT 1,
        list_key TEXT NOT NULL DEFAULT (lower(hex(randomblob(16)))),
        assets INTEGER NOT NULL DEFAULT 0,
        bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0)
      ) STRICT;
    `,
  },
  {
    name: 'counts',
    erasedBy: 'tenant_id, part, list, level, block',
    stays: 'Counts derive from the assets.',
    create: `
      CREATE TABLE counts (
        tenant_id INTEGER NOT NULL,
        part TEXT NOT NULL,
        list INTEGER NOT NULL,
        level INTEGER NOT NULL,
        block INTEGER NOT NULL,
        n INTEGER NOT NULL CHECK (n >= 0),
        bytes INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (tenant_id, part, list, level, block)
      ) STRICT, WITHOUT ROWID;
    `,
  },
  {
    name: 'erasures',
    few: 'A row for each tenant that is being erased.',
    stays: 'No database moves during an erasure.',
    create: `
      CREATE TABLE erasures (
        tenant TEXT PRIMARY KEY,
        started_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
