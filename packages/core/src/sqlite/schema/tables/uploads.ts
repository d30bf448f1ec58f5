import type { Table } from '../table.ts'

/**
 * Uploads whose bytes come over several requests. `received`: bytes that are durable. `hold_until`: while its last
 * holder has it. `due_at`: when a sweep looks at it. `terms`, `refusal` and `pieces` are JSON.
 */
export const UPLOADS: readonly Table[] = [
  {
    name: 'uploads',
    erasedBy: 'id',
    create: `
      CREATE TABLE uploads (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        state TEXT NOT NULL,
        name TEXT NOT NULL,
        size INTEGER,
        received INTEGER NOT NULL,
        created_by TEXT,
        ticket_id TEXT,
        key_id TEXT,
        owner TEXT,
        terms TEXT NOT NULL,
        storage TEXT NOT NULL,
        blob_key TEXT,
        fence INTEGER NOT NULL,
        asset_id TEXT,
        refusal TEXT,
        created_at INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        is_cleared INTEGER NOT NULL,
        lifetime INTEGER NOT NULL,
        ends_by INTEGER,
        hold_until INTEGER,
        is_asked INTEGER NOT NULL,
        taken_files INTEGER NOT NULL,
        taken_bytes INTEGER NOT NULL,
        counted INTEGER NOT NULL,
        counted_until INTEGER,
        due_at INTEGER NOT NULL,
        pieces TEXT NOT NULL
      ) STRICT;
      CREATE INDEX uploads_tenant ON uploads (tenant_id, id) WHERE state <> 'removed';
      CREATE INDEX uploads_creator ON uploads (tenant_id, created_by, id) WHERE state <> 'removed';
      CREATE INDEX uploads_all ON uploads (tenant_id);
      CREATE INDEX uploads_unfinished ON uploads (tenant_id, owner) WHERE state IN ('receiving', 'finishing');
      CREATE INDEX uploads_counted ON uploads (tenant_id, counted_until) WHERE counted_until IS NOT NULL;
      CREATE INDEX uploads_due ON uploads (due_at);
      CREATE INDEX uploads_storage ON uploads (storage) WHERE is_cleared = 0;
      CREATE INDEX uploads_blob ON uploads (blob_key) WHERE is_cleared = 0 AND blob_key IS NOT NULL;
    `,
  },
]
