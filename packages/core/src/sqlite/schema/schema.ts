/**
 * Version 1 of the database. Times are microseconds since the epoch, unless said otherwise.
 *
 * `counts` has a tree over the insertion numbers of each list (0 live, 1 trash), for a tenant (`part` is empty) and
 * for what each creator has of it. `tenants/count-tree.ts` says how many numbers a block covers. Empty blocks have
 * no row.
 * `blobs` has a row for every blob key that is not forgotten. `state`: 0 reserved, 1 claimed, 2 deleted once,
 * 3 being deleted for the last time, 4 of a record (the only state without `delete_after`).
 * `sweeps`: when the sweeps took place by which retention trusts the clock; see `model/sweep-record.ts`.
 * `transfers`: where the database stands in a move. `source`: it is left, and `id` is that of the recording; writes
 * are refused until `paused_until` (milliseconds), and forever once `moved`. `target`: it is filled from the
 * recording `id`, and `cursor` says how far.
 */
export const SCHEMA = `
  CREATE TABLE tenants (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    next_seq INTEGER NOT NULL DEFAULT 1,
    bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0)
  ) STRICT;

  CREATE TABLE assets (
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    seq INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    public_file_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    extension TEXT NOT NULL,
    charset TEXT,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    width INTEGER,
    height INTEGER,
    duration_seconds REAL,
    status TEXT NOT NULL,
    is_favourite INTEGER NOT NULL,
    folder_id TEXT,
    created_by TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    trashed_at INTEGER,
    blob_key TEXT NOT NULL,
    variants TEXT,
    failed_variants TEXT
  ) STRICT;
  CREATE UNIQUE INDEX assets_live ON assets (tenant_id, seq) WHERE trashed_at IS NULL;
  CREATE UNIQUE INDEX assets_trash ON assets (tenant_id, seq) WHERE trashed_at IS NOT NULL;
  CREATE INDEX assets_creator_live ON assets (tenant_id, created_by, seq) WHERE trashed_at IS NULL;
  CREATE INDEX assets_creator_trash ON assets (tenant_id, created_by, seq) WHERE trashed_at IS NOT NULL;
  CREATE INDEX assets_trashed ON assets (trashed_at) WHERE trashed_at IS NOT NULL;

  CREATE TABLE counts (
    tenant_id INTEGER NOT NULL,
    part TEXT NOT NULL,
    list INTEGER NOT NULL,
    level INTEGER NOT NULL,
    block INTEGER NOT NULL,
    n INTEGER NOT NULL CHECK (n >= 0),
    PRIMARY KEY (tenant_id, part, list, level, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE blobs (
    key TEXT PRIMARY KEY,
    state INTEGER NOT NULL CHECK (state IN (0, 1, 2, 3, 4)),
    delete_after INTEGER CHECK ((delete_after IS NULL) = (state = 4))
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blobs_due ON blobs (delete_after) WHERE delete_after IS NOT NULL;

  CREATE TABLE idempotency_records (
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    ids TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);

  CREATE TABLE tombstones (
    tenant_id INTEGER NOT NULL,
    id TEXT NOT NULL,
    created_by TEXT,
    purged_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tombstones_purged ON tombstones (purged_at);

  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    permissions TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER,
    revoked_at INTEGER
  ) STRICT;
  CREATE INDEX keys_tenant ON keys (tenant_id, created_at);

  CREATE TABLE upload_tickets (
    id TEXT PRIMARY KEY,
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    created_by TEXT,
    key_id TEXT,
    secret_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    files INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    files_left INTEGER NOT NULL CHECK (files_left >= 0),
    bytes_left INTEGER NOT NULL CHECK (bytes_left >= 0),
    allow TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX upload_tickets_expiry ON upload_tickets (expires_at);

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE sweeps (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    trusted INTEGER
  ) STRICT;

  CREATE TABLE transfers (
    role TEXT PRIMARY KEY CHECK (role IN ('source', 'target')),
    id TEXT NOT NULL,
    cursor TEXT,
    paused_until INTEGER,
    moved INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
`
