import type { Table } from '../table.ts'

/**
 * API keys and upload tickets. For tickets: `pending_hours`: how long its uploads are pending. `own`: the own data that
 * it gives its uploads, NULL for none. Half-empty pages, as for tenants: every upload with a ticket changes its row.
 */
export const KEYS: readonly Table[] = [
  {
    name: 'keys',
    isRead: true,
    erasedBy: 'created_at, number',
    create: `
      CREATE TABLE $schema.keys (
        id text COLLATE "C" PRIMARY KEY,
        number bigint GENERATED ALWAYS AS IDENTITY,
        tenant_id integer NOT NULL,
        name text COLLATE "C" NOT NULL,
        permissions jsonb NOT NULL,
        secret_hash text COLLATE "C" NOT NULL,
        created_at bigint NOT NULL,
        last_used_at bigint,
        expires_at bigint,
        revoked_at bigint
      );
      CREATE INDEX keys_usable ON $schema.keys (tenant_id) WHERE revoked_at IS NULL;
      CREATE INDEX keys_tenant ON $schema.keys (tenant_id, created_at, number);
    `,
  },
  {
    name: 'upload_tickets',
    isRead: true,
    erasedBy: 'id',
    create: `
      CREATE TABLE $schema.upload_tickets (
        id text COLLATE "C" PRIMARY KEY,
        tenant_id integer NOT NULL,
        files integer NOT NULL,
        files_left integer NOT NULL CHECK (files_left >= 0),
        bytes bigint NOT NULL,
        bytes_left bigint NOT NULL CHECK (bytes_left >= 0),
        created_at bigint NOT NULL,
        expires_at bigint NOT NULL,
        revoked_at bigint,
        pending_hours integer,
        created_by text COLLATE "C",
        key_id text COLLATE "C",
        folder_id text COLLATE "C",
        secret_hash text COLLATE "C" NOT NULL,
        allow jsonb,
        own json
      ) WITH (fillfactor = 50);
      CREATE INDEX upload_tickets_tenant ON $schema.upload_tickets (tenant_id, id);
      CREATE INDEX upload_tickets_expires_at ON $schema.upload_tickets (expires_at);
    `,
  },
]
