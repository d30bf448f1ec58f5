import type { Table } from '../table.ts'

/**
 * What assets have besides their rows.
 *
 * `attachments`: which assets a field of an owner has, in the order of `position`; a transfer names them by `key`.
 * `versions`: replaced contents. `facts`: JSON of the asset's facts with that content. Its blob has the state 4 (of a
 * record). A sweep forgets the version once `expires_at` has passed.
 */
export const BELONGINGS: readonly Table[] = [
  {
    name: 'attachments',
    erasedBy: 'tenant_id, owner_type, owner_id, field, asset_id',
    create: `
      CREATE TABLE attachments (
        tenant_id INTEGER NOT NULL,
        owner_type TEXT NOT NULL,
        owner_id TEXT NOT NULL,
        field TEXT NOT NULL,
        asset_id TEXT NOT NULL,
        position INTEGER NOT NULL,
        attached_at INTEGER NOT NULL,
        key TEXT NOT NULL UNIQUE,
        PRIMARY KEY (tenant_id, owner_type, owner_id, field, asset_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX attachments_asset ON attachments (asset_id, owner_type, owner_id, field);
    `,
  },
  {
    name: 'versions',
    erasedApart: true,
    create: `
      CREATE TABLE versions (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        asset_id TEXT NOT NULL,
        replaced_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        facts TEXT NOT NULL,
        blob_key TEXT NOT NULL,
        size INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX versions_asset ON versions (asset_id, replaced_at, id);
      CREATE INDEX versions_tenant ON versions (tenant_id, id);
      CREATE INDEX versions_expiry ON versions (expires_at);
    `,
  },
]
