import type { Table } from '../table.ts'

/**
 * Folders. `height`: the levels from the folder down, itself included, so that a move changes no row of its
 * subfolders. `sibling_key` and `name_key` derive from `name`. Assets and tickets name a folder by its id,
 * without a foreign key: a transfer brings them in any order.
 */
export const FOLDERS: readonly Table[] = [
  {
    name: 'folders',
    erasedBy: 'id',
    create: `
      CREATE TABLE folders (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        parent_id TEXT,
        created_by TEXT,
        name TEXT NOT NULL,
        sibling_key TEXT NOT NULL,
        name_key TEXT NOT NULL,
        height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 32),
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX folders_siblings
        ON folders (tenant_id, ifnull(parent_id, ''), ifnull(created_by, ''), sibling_key);
      CREATE INDEX folders_children ON folders (tenant_id, parent_id, name_key, id);
      CREATE INDEX folders_heights ON folders (tenant_id, parent_id, height);
      CREATE INDEX folders_names ON folders (tenant_id, name_key, id);
      CREATE INDEX folders_creator ON folders (tenant_id, created_by, name_key, id);
    `,
  },
]
