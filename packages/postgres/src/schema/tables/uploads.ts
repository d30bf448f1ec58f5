import type { Table } from '../table.ts'

/**
 * Uploads whose bytes come over several requests. `received`: bytes that are durable. `hold_until`: while its last
 * holder has it. `due_at`: when a sweep looks at it. `terms`, `refusal` and `pieces` are JSON, read by this package
 * alone. Half-empty pages: every request changes rows.
 */
export const UPLOADS: readonly Table[] = [
  {
    name: 'uploads',
    isRead: true,
    erasedBy: 'id',
    create: `
      CREATE TABLE $schema.uploads (
        id text COLLATE "C" PRIMARY KEY,
        tenant_id integer NOT NULL,
        kind text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        size bigint,
        received bigint NOT NULL,
        created_by text COLLATE "C",
        ticket_id text COLLATE "C",
        key_id text COLLATE "C",
        owner text COLLATE "C",
        terms text COLLATE "C" NOT NULL,
        storage text COLLATE "C" NOT NULL,
        blob_key text COLLATE "C",
        fence bigint NOT NULL,
        asset_id text COLLATE "C",
        refusal text COLLATE "C",
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        is_cleared integer NOT NULL,
        lifetime bigint NOT NULL,
        ends_by bigint,
        hold_until bigint,
        is_asked integer NOT NULL,
        taken_files integer NOT NULL,
        taken_bytes bigint NOT NULL,
        counted bigint NOT NULL,
        counted_until bigint,
        due_at bigint NOT NULL,
        pieces text COLLATE "C" NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX uploads_tenant ON $schema.uploads (tenant_id, id);
      CREATE INDEX uploads_creator ON $schema.uploads (tenant_id, created_by, id);
      CREATE INDEX uploads_unfinished ON $schema.uploads (tenant_id, owner) WHERE state IN ('receiving', 'finishing');
      CREATE INDEX uploads_counted ON $schema.uploads (tenant_id, counted_until) WHERE counted_until IS NOT NULL;
      CREATE INDEX uploads_due ON $schema.uploads (due_at);
      CREATE INDEX uploads_storage ON $schema.uploads (storage) WHERE is_cleared = 0;
      CREATE INDEX uploads_blob ON $schema.uploads (blob_key) WHERE is_cleared = 0 AND blob_key IS NOT NULL;
    `,
  },
]
