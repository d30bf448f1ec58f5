import type { Table } from '../table.ts'

/**
 * Past actions. `audit`: who did what to which asset, in the order of the commits; `detail` is JSON. `events`: the
 * change feed, likewise; an event with `is_purged` = 1 and the later ones of its asset must lose their `data`. `tombstones`:
 * purged assets. `idempotency_records`: uploads that clients may repeat.
 */
export const PAST: readonly Table[] = [
  {
    name: 'audit',
    erasedBy: 'n',
    create: `
      CREATE TABLE audit (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        tenant_id INTEGER NOT NULL,
        at INTEGER NOT NULL,
        actor TEXT,
        action TEXT NOT NULL,
        asset_id TEXT,
        detail TEXT
      ) STRICT;
      CREATE INDEX audit_tenant ON audit (tenant_id, n);
      CREATE INDEX audit_asset ON audit (tenant_id, asset_id, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX audit_actor ON audit (tenant_id, actor, n);
      CREATE INDEX audit_action ON audit (tenant_id, action, n);
      CREATE INDEX audit_time ON audit (tenant_id, at, n);
      CREATE INDEX audit_age ON audit (at);
    `,
  },
  {
    name: 'events',
    erasedBy: 'n',
    create: `
      CREATE TABLE events (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL,
        tenant_id INTEGER,
        at INTEGER NOT NULL,
        type TEXT NOT NULL,
        asset_id TEXT,
        created_by TEXT,
        actor TEXT,
        data TEXT,
        is_purged INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE UNIQUE INDEX events_id ON events (id);
      CREATE INDEX events_tenant ON events (tenant_id, n);
      CREATE INDEX events_asset ON events (asset_id, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX events_creator ON events (tenant_id, created_by, n) WHERE asset_id IS NOT NULL;
      CREATE INDEX events_purged ON events (asset_id, n) WHERE is_purged = 1;
    `,
  },
  {
    name: 'tombstones',
    erasedBy: 'tenant_id, id',
    create: `
      CREATE TABLE tombstones (
        tenant_id INTEGER NOT NULL,
        id TEXT NOT NULL,
        created_by TEXT,
        purged_at INTEGER NOT NULL,
        PRIMARY KEY (tenant_id, id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX tombstones_purged ON tombstones (purged_at);
    `,
  },
  {
    name: 'idempotency_records',
    erasedBy: 'tenant_id, key',
    create: `
      CREATE TABLE idempotency_records (
        tenant_id INTEGER NOT NULL,
        key TEXT NOT NULL,
        digest TEXT NOT NULL,
        ids TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        PRIMARY KEY (tenant_id, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX idempotency_records_expiry ON idempotency_records (expires_at);
    `,
  },
]
