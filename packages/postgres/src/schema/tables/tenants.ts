import type { Table } from '../table.ts'

/**
 * Tenants and their counters. A tenant's number comes from a sequence and is never used twice. `erasing`: the tenant is
 * being erased and accepts nothing new. `live` and `trash` are the totals of its lists. `list_key`: see
 * `AssetRecords.listKey`.
 *
 * `counts` has a tree over the insertion numbers of each list (0 live, 1 trash), for a tenant (`part` is empty) and for
 * each of its parts; see `counterKeysOf` of the core. `tenants/count-tree.ts` says how many numbers a block covers.
 * Empty blocks have no row. `bytes`: of originals and variants, in the rows of the top level of each part, zero in all
 * others. A writer that changes a count holds the lock of the tenant's row, so two writers of a tenant never meet.
 *
 * Half-empty pages let the rows that every upload changes stay on their page.
 */
export const TENANTS: readonly Table[] = [
  {
    name: 'tenants',
    isRead: true,
    create: `
      CREATE TABLE $schema.tenants (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name text COLLATE "C" NOT NULL UNIQUE,
        next_seq bigint NOT NULL DEFAULT 1,
        bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
        live bigint NOT NULL DEFAULT 0 CHECK (live >= 0),
        trash bigint NOT NULL DEFAULT 0 CHECK (trash >= 0),
        erasing boolean NOT NULL DEFAULT false,
        list_key text COLLATE "C" NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', '')
      ) WITH (fillfactor = 50);
      CREATE INDEX tenants_erasing ON $schema.tenants (name) WHERE erasing;
    `,
  },
  {
    name: 'counts',
    isRead: true,
    erasedBy: 'part, list, level, block',
    stays: 'Counts derive from the assets.',
    create: `
      CREATE TABLE $schema.counts (
        tenant_id integer NOT NULL,
        part text COLLATE "C" NOT NULL,
        list smallint NOT NULL,
        level smallint NOT NULL,
        block bigint NOT NULL,
        n bigint NOT NULL CHECK (n > 0),
        bytes bigint NOT NULL DEFAULT 0,
        PRIMARY KEY (tenant_id, part, list, level, block)
      ) WITH (fillfactor = 50);
    `,
  },
]
