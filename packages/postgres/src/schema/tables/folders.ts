import type { Table } from '../table.ts'

/**
 * Folders. `height`: the levels from the folder down, itself included, so that a move changes no row of its subfolders.
 * `sibling_key` and `name_key` derive from `name`. Every change of a tenant's folders, and every asset that enters one,
 * holds the lock of the tenant's row. No foreign keys: a transfer brings folders in any order.
 */
export const FOLDERS: readonly Table[] = [
  {
    name: 'folders',
    isRead: true,
    erasedBy: 'name_key, id',
    create: `
      CREATE TABLE $schema.folders (
        id text COLLATE "C" PRIMARY KEY,
        tenant_id integer NOT NULL,
        height integer NOT NULL CHECK (height BETWEEN 1 AND 32),
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL,
        parent_id text COLLATE "C",
        created_by text COLLATE "C",
        name text COLLATE "C" NOT NULL,
        sibling_key text COLLATE "C" NOT NULL,
        name_key text COLLATE "C" NOT NULL
      );
      CREATE UNIQUE INDEX folders_siblings
        ON $schema.folders (tenant_id, coalesce(parent_id, ''), coalesce(created_by, ''), sibling_key);
      CREATE INDEX folders_children ON $schema.folders (tenant_id, parent_id, name_key, id);
      CREATE INDEX folders_heights ON $schema.folders (tenant_id, parent_id, height);
      CREATE INDEX folders_names ON $schema.folders (tenant_id, name_key, id);
      CREATE INDEX folders_roots ON $schema.folders (tenant_id, created_by, name_key, id) WHERE parent_id IS NULL;
      CREATE INDEX folders_creator ON $schema.folders (tenant_id, created_by, name_key, id);
    `,
  },
]
