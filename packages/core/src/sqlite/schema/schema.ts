/**
 * Version 1 of the database. Times are microseconds since the epoch.
 *
 * `counts` is a tree over the insertion numbers of each list (0 live, 1 trash): a block at level L covers
 * 256^(L+1) numbers, level 4 and its single block cover 2^40. Empty blocks have no row.
 * `reservations.state`: 0 reserved, 1 claimed, 2 deleted once, 3 being deleted for the last time.
 */
export const INITIAL_SCHEMA = `
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

  CREATE TABLE counts (
    tenant_id INTEGER NOT NULL,
    list INTEGER NOT NULL,
    level INTEGER NOT NULL,
    block INTEGER NOT NULL,
    n INTEGER NOT NULL CHECK (n >= 0),
    PRIMARY KEY (tenant_id, list, level, block)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE reservations (
    key TEXT PRIMARY KEY,
    state INTEGER NOT NULL CHECK (state IN (0, 1, 2, 3)),
    delete_after INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservations_due ON reservations (delete_after);

  CREATE TABLE tombstones (
    tenant_id INTEGER NOT NULL,
    id TEXT NOT NULL,
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

  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    until INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`

/**
 * Version 2. Finds what was trashed long ago, who has a blob, and which uploads are repeated.
 *
 * `blobs` takes the place of `reservations` and keeps the key when a record takes the blob over, which
 * costs an insert nothing. `blobs.state`: as `reservations.state`, and 4 of a record; `delete_after` is
 * NULL then.
 */
export const BLOBS_AND_MARKS = `
  CREATE INDEX assets_trashed ON assets (trashed_at) WHERE trashed_at IS NOT NULL;

  CREATE TABLE blobs (
    key TEXT PRIMARY KEY,
    state INTEGER NOT NULL CHECK (state IN (0, 1, 2, 3, 4)),
    delete_after INTEGER CHECK ((delete_after IS NULL) = (state = 4))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO blobs (key, state, delete_after) SELECT key, state, delete_after FROM reservations;
  INSERT INTO blobs (key, state) SELECT blob_key, 4 FROM assets;
  INSERT INTO blobs (key, state)
    SELECT json_extract(variant.value, '$.blobKey'), 4
    FROM assets, json_each(assets.variants) AS variant;
  CREATE INDEX blobs_due ON blobs (delete_after) WHERE delete_after IS NOT NULL;
  DROP TABLE reservations;

  CREATE TABLE upload_marks (
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    ids TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX upload_marks_expiry ON upload_marks (expires_at);
`

/**
 * Version 3. Where the database stands in a transfer. `source`: this one is left, `id` is that of the
 * recording; writes are refused while `frozen_until` lies ahead (milliseconds), and for ever once `moved`.
 * `target`: this one is filled, from the recording `id`; `place` is how far.
 */
export const TRANSFERS = `
  CREATE TABLE transfers (
    role TEXT PRIMARY KEY CHECK (role IN ('source', 'target')),
    id TEXT NOT NULL,
    place TEXT,
    frozen_until INTEGER,
    moved INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
`

/** Version 4. When the sweeps took place by which retention trusts the clock; see `ports/sweep-record.ts`. */
export const SWEEPS = `
  CREATE TABLE sweeps (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    trusted INTEGER
  ) STRICT;
`
