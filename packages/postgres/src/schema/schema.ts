/**
 * Version 1 of the schema. Times are microseconds since the epoch, unless they have a type of their own.
 *
 * `counts` has a tree over the insertion numbers of each list (0 live, 1 trash), for a tenant (`part` is empty) and
 * for what each creator has of it. `tenants/count-tree.ts` says how many numbers a block covers. Empty blocks have
 * no row; the totals of a tenant's lists are in `tenants`. A writer that changes a count holds the lock of the
 * tenant's row, so no two of a tenant's ever meet.
 * `blobs` has a row for every blob key that is not forgotten. `state`: 0 reserved, 1 claimed, 2 deleted
 * once, 3 being deleted for the last time, 4 of a record (the only state without `due`).
 * `sweeps`: when the sweeps took place by which retention trusts the clock. One row, empty before the first.
 * `transfers`: how far this database has been filled from another one. No row when it never was.
 * `departure`: that this database is left for another one. No row when it is not. Once it is `stopped`, the triggers
 * record nothing any more, which only the owner of the tables can drop.
 * `changes_made`: what was changed since, written by triggers that `record` makes. The reader of the changes moves
 * them to `changes`, whose numbers are thus given after the commit: nothing ever comes before what was read.
 * No foreign keys: tenants are never deleted, and a check per asset would cost a tenth of an insert.
 */
export const SCHEMA = `
  -- Half-empty pages let the rows that every upload changes stay where they are.
  CREATE TABLE $schema.tenants (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    next_seq bigint NOT NULL DEFAULT 1,
    bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    live bigint NOT NULL DEFAULT 0 CHECK (live >= 0),
    trash bigint NOT NULL DEFAULT 0 CHECK (trash >= 0)
  ) WITH (fillfactor = 50);

  CREATE TABLE $schema.assets (
    id uuid PRIMARY KEY,
    public_file_id uuid NOT NULL,
    tenant_id integer NOT NULL,
    is_favourite boolean NOT NULL,
    seq bigint NOT NULL,
    size bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    trashed_at bigint,
    duration_seconds double precision,
    width integer,
    height integer,
    name text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    mime_type text COLLATE "C" NOT NULL,
    extension text COLLATE "C" NOT NULL,
    charset text COLLATE "C",
    sha256 text COLLATE "C" NOT NULL,
    status text COLLATE "C" NOT NULL,
    folder_id text COLLATE "C",
    created_by text COLLATE "C",
    blob_key text COLLATE "C" NOT NULL,
    variants jsonb,
    failed_variants jsonb
  );
  CREATE UNIQUE INDEX assets_public_file_id ON $schema.assets (public_file_id);
  CREATE UNIQUE INDEX assets_live ON $schema.assets (tenant_id, seq) WHERE trashed_at IS NULL;
  CREATE UNIQUE INDEX assets_trash ON $schema.assets (tenant_id, seq) WHERE trashed_at IS NOT NULL;
  CREATE INDEX assets_creator_live ON $schema.assets (tenant_id, created_by, seq) WHERE trashed_at IS NULL;
  CREATE INDEX assets_creator_trash ON $schema.assets (tenant_id, created_by, seq)
    WHERE trashed_at IS NOT NULL;
  CREATE INDEX assets_trashed_at ON $schema.assets (trashed_at) WHERE trashed_at IS NOT NULL;

  CREATE TABLE $schema.counts (
    tenant_id integer NOT NULL,
    part text COLLATE "C" NOT NULL,
    list smallint NOT NULL,
    level smallint NOT NULL,
    block bigint NOT NULL,
    n bigint NOT NULL CHECK (n > 0),
    PRIMARY KEY (tenant_id, part, list, level, block)
  ) WITH (fillfactor = 50);

  CREATE TABLE $schema.blobs (
    key text COLLATE "C" PRIMARY KEY,
    state smallint NOT NULL CHECK (state IN (0, 1, 2, 3, 4)),
    due bigint CHECK ((due IS NULL) = (state = 4))
  );
  CREATE INDEX blobs_due ON $schema.blobs (due) WHERE due IS NOT NULL;

  CREATE TABLE $schema.idempotency_records (
    tenant_id integer NOT NULL,
    key text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    expires_at bigint NOT NULL,
    ids jsonb NOT NULL,
    PRIMARY KEY (tenant_id, key)
  );
  CREATE INDEX idempotency_records_expires_at ON $schema.idempotency_records (expires_at);

  CREATE TABLE $schema.tombstones (
    tenant_id integer NOT NULL,
    id uuid NOT NULL,
    purged_at bigint NOT NULL,
    created_by text COLLATE "C",
    PRIMARY KEY (tenant_id, id)
  );
  CREATE INDEX tombstones_purged_at ON $schema.tombstones (purged_at);

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
  CREATE INDEX keys_tenant ON $schema.keys (tenant_id, created_at, number);

  -- Half-empty pages, as those of the tenants: every upload with a ticket changes its row.
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
    created_by text COLLATE "C",
    key_id text COLLATE "C",
    secret_hash text COLLATE "C" NOT NULL,
    allow jsonb
  ) WITH (fillfactor = 50);
  CREATE INDEX upload_tickets_expires_at ON $schema.upload_tickets (expires_at);

  CREATE TABLE $schema.leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text COLLATE "C" NOT NULL,
    until bigint NOT NULL
  );

  CREATE TABLE $schema.sweeps (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    since bigint,
    seen bigint,
    trusted bigint
  );
  INSERT INTO $schema.sweeps DEFAULT VALUES;

  CREATE TABLE $schema.transfers (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    id text COLLATE "C" NOT NULL,
    cursor text COLLATE "C" NOT NULL
  );

  CREATE TABLE $schema.departure (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    id text COLLATE "C" NOT NULL,
    paused_until timestamptz,
    moved boolean NOT NULL DEFAULT false,
    stopped boolean NOT NULL DEFAULT false
  );

  CREATE TABLE $schema.changes_made (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    tenant_id integer NOT NULL,
    key text COLLATE "C" NOT NULL
  );
  CREATE TABLE $schema.changes (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    tenant_id integer NOT NULL,
    key text COLLATE "C" NOT NULL
  );
  CREATE INDEX changes_of ON $schema.changes (kind, tenant_id, key);
  CREATE FUNCTION $schema.note_change() RETURNS trigger LANGUAGE plpgsql AS $do$
    DECLARE
      going record;
      changed jsonb;
    BEGIN
      -- One that began before the recording has not looked; a pause waits for this lock, and it for the pause.
      SELECT moved OR coalesce(paused_until > clock_timestamp(), false) AS refused, stopped INTO going
        FROM $schema.departure FOR SHARE;
      IF NOT FOUND OR going.refused THEN
        RAISE EXCEPTION 'The records are being handed over.' USING ERRCODE = 'serialization_failure';
      END IF;
      IF going.stopped THEN RETURN NULL; END IF;
      IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
      INSERT INTO $schema.changes_made (kind, tenant_id, key) VALUES (TG_ARGV[0],
        CASE WHEN TG_ARGV[2] = 'scoped' THEN (changed ->> 'tenant_id')::int ELSE 0 END,
        changed ->> TG_ARGV[1]);
      RETURN NULL;
    END
  $do$;
`
