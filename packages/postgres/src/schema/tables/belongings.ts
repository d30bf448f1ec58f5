import type { Table } from '../table.ts'

/**
 * What assets have besides their rows.
 *
 * `attachments`: which assets a field of an owner has, in the order of `position`; a transfer names them by `key`.
 * `versions`: replaced contents. `facts`: the asset's facts with that content. Its blob has the state 4 (of a record).
 * A sweep forgets the version once `expires_at` has passed.
 */
export const BELONGINGS: readonly Table[] = [
  {
    name: 'attachments',
    isRead: true,
    erasedBy: 'owner_type, owner_id, field, asset_id',
    create: `
      CREATE TABLE $schema.attachments (
        tenant_id integer NOT NULL,
        owner_type text COLLATE "C" NOT NULL,
        owner_id text COLLATE "C" NOT NULL,
        field text COLLATE "C" NOT NULL,
        asset_id uuid NOT NULL,
        position integer NOT NULL,
        attached_at bigint NOT NULL,
        key text COLLATE "C" NOT NULL UNIQUE,
        PRIMARY KEY (tenant_id, owner_type, owner_id, field, asset_id)
      );
      CREATE INDEX attachments_asset ON $schema.attachments (asset_id, owner_type, owner_id, field);
    `,
  },
  {
    name: 'versions',
    isRead: true,
    erasedApart: true,
    create: `
      CREATE TABLE $schema.versions (
        id uuid PRIMARY KEY,
        tenant_id integer NOT NULL,
        asset_id uuid NOT NULL,
        replaced_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        facts json NOT NULL,
        blob_key text COLLATE "C" NOT NULL,
        size bigint NOT NULL
      );
      CREATE INDEX versions_asset ON $schema.versions (asset_id, replaced_at, id);
      CREATE INDEX versions_tenant ON $schema.versions (tenant_id, id);
      CREATE INDEX versions_expiry ON $schema.versions (expires_at);
    `,
  },
]
