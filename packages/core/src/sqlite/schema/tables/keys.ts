import type { Table } from '../table.ts'

/**
 * API keys and upload tickets. For tickets: `pending_hours`: how long its uploads are pending. `own`: JSON of the own
 * data that it gives its uploads, NULL for none.
 */
export const KEYS: readonly Table[] = [
  {
    name: 'keys',
    erasedBy: 'id',
    create: `
      CREATE TABLE keys (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        permissions TEXT NOT NULL,
        secret_hash TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        last_used_at INTEGER,
        expires_at INTEGER,
        revoked_at INTEGER
      ) STRICT;
      CREATE INDEX keys_usable ON keys (tenant_id) WHERE revoked_at IS NULL;
      CREATE INDEX keys_tenant ON keys (tenant_id, created_at);
    `,
  },
  {
    name: 'upload_tickets',
    erasedBy: 'id',
    create: `
      CREATE TABLE upload_tickets (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        created_by TEXT,
        key_id TEXT,
        folder_id TEXT,
        secret_hash TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        revoked_at INTEGER,
        files INTEGER NOT NULL,
        bytes INTEGER NOT NULL,
        files_left INTEGER NOT NULL CHECK (files_left >= 0),
        bytes_left INTEGER NOT NULL CHECK (bytes_left >= 0),
        pending_hours INTEGER,
        allow TEXT,
        own TEXT
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX upload_tickets_tenant ON upload_tickets (tenant_id, id);
      CREATE INDEX upload_tickets_expiry ON upload_tickets (expires_at);
    `,
  },
]
