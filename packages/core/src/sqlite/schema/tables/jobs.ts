import type { Table } from '../table.ts'

/**
 * Jobs in the background. `tenant_id`: 0 for those of the whole store. `state`: see `jobs/job-row.ts`. `turn`: position
 * among ready jobs of the same kind and priority, NULL for others; see `jobs/job-lines.ts`. `fence`: how often it was
 * begun; never begins again. `again`: it was enqueued again while it runs. `payload` is JSON.
 */
export const JOBS: readonly Table[] = [
  {
    name: 'jobs',
    erasedBy: 'id',
    create: `
      CREATE TABLE jobs (
        id TEXT PRIMARY KEY,
        tenant_id INTEGER NOT NULL,
        kind TEXT NOT NULL,
        unique_key TEXT,
        payload TEXT NOT NULL,
        priority INTEGER NOT NULL,
        state INTEGER NOT NULL,
        turn INTEGER,
        attempt INTEGER NOT NULL,
        fence INTEGER NOT NULL,
        max_attempts INTEGER NOT NULL,
        run_at INTEGER NOT NULL,
        lease_until INTEGER,
        again INTEGER NOT NULL,
        error TEXT,
        created_at INTEGER NOT NULL,
        died_at INTEGER
      ) STRICT;
      CREATE INDEX jobs_tenant ON jobs (tenant_id, id);
      CREATE UNIQUE INDEX jobs_key ON jobs (tenant_id, kind, unique_key)
        WHERE unique_key IS NOT NULL AND state <> 3;
      CREATE INDEX jobs_ready ON jobs (kind, priority DESC, turn, id) WHERE state = 0;
      CREATE INDEX jobs_line ON jobs (tenant_id, kind, priority, turn) WHERE state = 0;
      CREATE INDEX jobs_delayed ON jobs (kind, run_at) WHERE state = 1;
      CREATE INDEX jobs_delayed_line ON jobs (kind, tenant_id, priority, run_at) WHERE state = 1;
      CREATE INDEX jobs_running ON jobs (kind, lease_until) WHERE state = 2;
      CREATE INDEX jobs_died ON jobs (died_at) WHERE state = 3;
    `,
  },
]
