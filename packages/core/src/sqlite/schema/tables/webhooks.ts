import type { Table } from '../table.ts'

/**
 * Endpoints that are told of events, and what they are told, numbered in its order. `types`, `filter` and `secrets` are
 * JSON. `state` of a delivery: see `webhooks/webhook-row.ts`. `lane`: the asset of a delivery; '' without one.
 */
export const WEBHOOKS: readonly Table[] = [
  {
    name: 'webhooks',
    erasedBy: 'id',
    create: `
      CREATE TABLE webhooks (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        url TEXT NOT NULL,
        types TEXT,
        filter TEXT,
        state TEXT NOT NULL,
        secrets TEXT NOT NULL,
        position TEXT,
        requeue_after INTEGER,
        failures INTEGER NOT NULL,
        failing_since INTEGER,
        revision INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX webhooks_tenant ON webhooks (tenant_id, id);
      CREATE INDEX webhooks_enabled ON webhooks (tenant_id) WHERE state = 'enabled';
    `,
  },
  {
    name: 'deliveries',
    erasedBy: 'n',
    create: `
      CREATE TABLE deliveries (
        n INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        tenant_id INTEGER NOT NULL,
        webhook_id TEXT NOT NULL,
        event_id TEXT NOT NULL,
        event_n INTEGER NOT NULL,
        type TEXT NOT NULL,
        lane TEXT NOT NULL,
        state INTEGER NOT NULL,
        attempts INTEGER NOT NULL,
        next_at INTEGER,
        attempted_at INTEGER,
        status INTEGER,
        answer TEXT,
        created_at INTEGER NOT NULL,
        ended_at INTEGER
      ) STRICT;
      CREATE INDEX deliveries_tenant ON deliveries (tenant_id);
      CREATE INDEX deliveries_webhook ON deliveries (webhook_id, n);
      CREATE INDEX deliveries_state ON deliveries (webhook_id, state, n);
      CREATE INDEX deliveries_lane ON deliveries (webhook_id, lane, n) WHERE state = 0;
      CREATE INDEX deliveries_answered ON deliveries (lane) WHERE answer IS NOT NULL AND lane <> '';
      CREATE INDEX deliveries_ended ON deliveries (ended_at) WHERE ended_at IS NOT NULL;
    `,
  },
]
