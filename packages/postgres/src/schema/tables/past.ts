import type { Table } from '../table.ts'

/** The rank of the events that a statement stores: see `feed/event-writes.ts`. */
export const EVENT_RANK: string = `greatest(pg_current_xact_id()::text::bigint,
  pg_snapshot_xmax(pg_current_snapshot())::text::bigint - 1)`

/**
 * Past actions. `audit`: who did what to which asset, in the order of the tenant's commits. `events`: the
 * change feed, likewise; an event with `is_purged` and the later ones of its asset must lose their `data`.
 * `rank`: the order of all tenants, see `feed/event-writes.ts`. `tombstones`: purged
 * assets. `idempotency_records`: uploads that clients may repeat.
 */
export const PAST: readonly Table[] = [
  {
    name: 'audit',
    isRead: true,
    erasedBy: 'n',
    create: `
      CREATE TABLE $schema.audit (
        n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant_id integer NOT NULL,
        at bigint NOT NULL,
        actor text COLLATE "C",
        action text COLLATE "C" NOT NULL,
        asset_id uuid,
        detail json
      );
      CREATE INDEX audit_tenant ON $schema.audit (tenant_id, n);
      CREATE INDEX audit_asset ON $schema.audit (tenant_id, asset_id, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX audit_actor ON $schema.audit (tenant_id, actor, n);
      CREATE INDEX audit_action ON $schema.audit (tenant_id, action, n);
      CREATE INDEX audit_time ON $schema.audit (tenant_id, at, n);
      CREATE INDEX audit_age ON $schema.audit (at);
    `,
  },
  {
    name: 'events',
    isRead: true,
    erasedBy: 'n',
    create: `
      CREATE TABLE $schema.events (
        n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        rank bigint NOT NULL DEFAULT ${EVENT_RANK},
        id uuid NOT NULL,
        tenant_id integer,
        at bigint NOT NULL,
        type text COLLATE "C" NOT NULL,
        asset_id uuid,
        created_by text COLLATE "C",
        actor text COLLATE "C",
        data json,
        is_purged boolean NOT NULL DEFAULT false
      );
      CREATE UNIQUE INDEX events_id ON $schema.events (id);
      CREATE INDEX events_rank ON $schema.events (rank, n);
      CREATE INDEX events_tenant ON $schema.events (tenant_id, n);
      CREATE INDEX events_asset ON $schema.events (asset_id, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX events_creator ON $schema.events (tenant_id, created_by, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX events_purged ON $schema.events (asset_id, n) WHERE is_purged;
    `,
  },
  {
    name: 'tombstones',
    erasedBy: 'id',
    create: `
      CREATE TABLE $schema.tombstones (
        tenant_id integer NOT NULL,
        id uuid NOT NULL,
        purged_at bigint NOT NULL,
        created_by text COLLATE "C",
        PRIMARY KEY (tenant_id, id)
      );
      CREATE INDEX tombstones_purged_at ON $schema.tombstones (purged_at);
    `,
  },
  {
    name: 'idempotency_records',
    erasedBy: 'key',
    create: `
      CREATE TABLE $schema.idempotency_records (
        tenant_id integer NOT NULL,
        key text COLLATE "C" NOT NULL,
        digest text COLLATE "C" NOT NULL,
        expires_at bigint NOT NULL,
        ids jsonb NOT NULL,
        PRIMARY KEY (tenant_id, key)
      );
      CREATE INDEX idempotency_records_expires_at ON $schema.idempotency_records (expires_at);
    `,
  },
]
