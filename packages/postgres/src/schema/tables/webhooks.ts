import type { Table } from '../table.ts'

/**
 * Endpoints that are told of events, and what they are told, numbered in its order for each endpoint. `state` of a
 * delivery: see `webhooks/webhook-row.ts`. `lane`: the asset of a delivery; '' without one. Half-empty pages: every
 * attempt changes rows.
 */
export const WEBHOOKS: readonly Table[] = [
  {
    name: 'webhooks',
    isRead: true,
    erasedBy: 'id',
    create: `
      CREATE TABLE $schema.webhooks (
        id text COLLATE "C" PRIMARY KEY,
        tenant_id integer NOT NULL,
        url text COLLATE "C" NOT NULL,
        types jsonb,
        filter json,
        state text COLLATE "C" NOT NULL,
        secrets jsonb NOT NULL,
        position text COLLATE "C",
        requeue_after bigint,
        failures integer NOT NULL,
        failing_since bigint,
        revision bigint NOT NULL,
        created_at bigint NOT NULL,
        updated_at bigint NOT NULL
      ) WITH (fillfactor = 50);
      CREATE INDEX webhooks_tenant ON $schema.webhooks (tenant_id, id);
      CREATE INDEX webhooks_enabled ON $schema.webhooks (tenant_id) WHERE state = 'enabled';
    `,
  },
  {
    name: 'deliveries',
    isRead: true,
    erasedBy: 'n',
    create: `
      CREATE TABLE $schema.deliveries (
        n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text COLLATE "C" NOT NULL UNIQUE,
        tenant_id integer NOT NULL,
        webhook_id text COLLATE "C" NOT NULL,
        event_id text COLLATE "C" NOT NULL,
        event_n bigint NOT NULL,
        type text COLLATE "C" NOT NULL,
        lane text COLLATE "C" NOT NULL,
        state integer NOT NULL,
        attempts integer NOT NULL,
        next_at bigint,
        attempted_at bigint,
        status integer,
        answer text COLLATE "C",
        created_at bigint NOT NULL,
        ended_at bigint
      ) WITH (fillfactor = 50);
      CREATE INDEX deliveries_tenant ON $schema.deliveries (tenant_id, n);
      CREATE INDEX deliveries_webhook ON $schema.deliveries (webhook_id, n);
      CREATE INDEX deliveries_state ON $schema.deliveries (webhook_id, state, n);
      CREATE INDEX deliveries_lane ON $schema.deliveries (webhook_id, lane, n) WHERE state = 0;
      CREATE INDEX deliveries_answered ON $schema.deliveries (lane) WHERE answer IS NOT NULL AND lane <> '';
      CREATE INDEX deliveries_ended ON $schema.deliveries (ended_at) WHERE ended_at IS NOT NULL;
    `,
  },
]
