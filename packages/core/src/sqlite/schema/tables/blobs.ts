import type { Table } from '../table.ts'

/**
 * A row for every blob key that is not forgotten. `state`: 0 reserved, 1 claimed, 2 deleted once, 3 being deleted for
 * the last time, 4 of a record (the only state without `delete_after`). `tenant_id`: the tenant whose record named the
 * claimed blob; empty if no record named it, so that it may be any tenant's.
 */
export const BLOBS: readonly Table[] = [
  {
    name: 'blobs',
    notErased: 'Claims go with their blobs; see `hasClaims`.',
    create: `
      CREATE TABLE blobs (
        key TEXT PRIMARY KEY,
        state INTEGER NOT NULL CHECK (state IN (0, 1, 2, 3, 4)),
        delete_after INTEGER CHECK ((delete_after IS NULL) = (state = 4)),
        tenant_id INTEGER
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX blobs_tenant ON blobs (tenant_id, delete_after) WHERE tenant_id IS NOT NULL;
      CREATE INDEX blobs_due ON blobs (delete_after) WHERE delete_after IS NOT NULL;
    `,
  },
]
