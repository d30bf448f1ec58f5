import type { Table } from '../table.ts'

/**
 * A row for every blob key that is not forgotten. `state`: 0 reserved, 1 claimed, 2 deleted once, 3 being deleted for
 * the last time, 4 of a record (the only state without `due`). `tenant_id`: the tenant whose record named the claimed
 * blob; empty if no record named it, so that it may be any tenant's.
 */
export const BLOBS: readonly Table[] = [
  {
    name: 'blobs',
    isRead: true,
    notErased: 'Claims go with their blobs; see `hasClaims`.',
    create: `
      CREATE TABLE $schema.blobs (
        key text COLLATE "C" PRIMARY KEY,
        state smallint NOT NULL CHECK (state IN (0, 1, 2, 3, 4)),
        due bigint CHECK ((due IS NULL) = (state = 4)),
        tenant_id integer
      );
      CREATE INDEX blobs_tenant ON $schema.blobs (tenant_id, due) WHERE tenant_id IS NOT NULL;
      CREATE INDEX blobs_claimed ON $schema.blobs (tenant_id, due) WHERE state = 1 AND tenant_id IS NOT NULL;
      CREATE INDEX blobs_of_none ON $schema.blobs (due) WHERE tenant_id IS NULL AND due IS NOT NULL;
      CREATE INDEX blobs_due ON $schema.blobs (due) WHERE due IS NOT NULL;
    `,
  },
]
