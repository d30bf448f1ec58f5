import type { Table } from '../table.ts'

/**
 * Jobs in the background. `tenant_id`: 0 for those of the whole store. `state`: see `jobs/job-row.ts`. `turn`: position
 * among ready jobs of the same kind and priority, NULL for others; see `jobs/job-lines.ts`. `fence`: how often it was
 * begun; never begins again. `again`: it was enqueued again while it runs. `payload`: NULL stands for null.
 *
 * The table is vacuumed often: rows come and go, and each claim walks past what the index still has of those that went.
 */
export const JOBS: readonly Table[] = [
  {
    name: 'jobs',
    isRead: true,
    erasedBy: 'id',
    create: `
      CREATE TABLE $schema.jobs (
        id uuid PRIMARY KEY,
        tenant_id integer NOT NULL,
        kind text COLLATE "C" NOT NULL,
        unique_key text COLLATE "C",
        payload json,
        priority smallint NOT NULL,
        state smallint NOT NULL,
        turn bigint,
        attempt integer NOT NULL,
        fence bigint NOT NULL,
        max_attempts integer NOT NULL,
        run_at bigint NOT NULL,
        lease_until bigint,
        again boolean NOT NULL,
        error text COLLATE "C",
        created_at bigint NOT NULL,
        died_at bigint
      ) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
      CREATE INDEX jobs_tenant ON $schema.jobs (tenant_id, id);
      CREATE UNIQUE INDEX jobs_key ON $schema.jobs (tenant_id, kind, unique_key)
        WHERE unique_key IS NOT NULL AND state <> 3;
      CREATE INDEX jobs_ready ON $schema.jobs (kind, priority DESC, turn, id) WHERE state = 0;
      CREATE INDEX jobs_line ON $schema.jobs (tenant_id, kind, priority, turn) WHERE state = 0;
      CREATE INDEX jobs_delayed ON $schema.jobs (kind, run_at) WHERE state = 1;
      CREATE INDEX jobs_delayed_line ON $schema.jobs (kind, tenant_id, priority, run_at) WHERE state = 1;
      CREATE INDEX jobs_running ON $schema.jobs (kind, lease_until) WHERE state = 2;
      CREATE INDEX jobs_died ON $schema.jobs (died_at) WHERE state = 3;
    `,
  },
]
