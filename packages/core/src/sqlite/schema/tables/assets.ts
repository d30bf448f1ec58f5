import { columnDefinitions, type FieldKind } from '../../../assets/asset-fields.ts'
import { NO_VALUE } from '../../../finding/no-value.ts'
import type { Table } from '../table.ts'

const TYPES: Readonly<Record<FieldKind, string>> = {
  uuid: 'TEXT',
  text: 'TEXT',
  count: 'INTEGER',
  pixels: 'INTEGER',
  seconds: 'REAL',
  flag: 'INTEGER',
  time: 'INTEGER',
  list: 'TEXT',
  object: 'TEXT',
}

/**
 * Assets. Lists by name are sorted by `name_key`; see `DERIVED_ENTRIES`. `own`: JSON of the asset's own data, NULL for
 * none; see `keptOwnData`. `external_id` is unique in its tenant, including the trash. `pending_until`: a sweep purges
 * the asset after that, unless it was attached or kept.
 *
 * The indexes serve lists of the active assets; the trash is searched by `terms` and by walking. An asset without a
 * duration counts as shorter than all others, one without a date as taken before all others. `assets_folder_trash` serves the deletion of a folder, which also takes
 * its assets in the trash out of it.
 */
export const ASSETS: readonly Table[] = [
  {
    name: 'assets',
    erasedApart: true,
    create: `
      CREATE TABLE assets (
        tenant_id INTEGER NOT NULL,
        ${columnDefinitions(TYPES)},
        own TEXT,
        UNIQUE (id),
        UNIQUE (public_file_id)
      ) STRICT;
      CREATE UNIQUE INDEX assets_live ON assets (tenant_id, seq) WHERE trashed_at IS NULL;
      CREATE UNIQUE INDEX assets_trash ON assets (tenant_id, seq) WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_creator_live ON assets (tenant_id, created_by, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_creator_trash ON assets (tenant_id, created_by, seq) WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_trashed ON assets (trashed_at) WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_pending ON assets (pending_until) WHERE pending_until IS NOT NULL;
      CREATE UNIQUE INDEX assets_external ON assets (tenant_id, external_id) WHERE external_id IS NOT NULL;
      CREATE INDEX assets_sha256 ON assets (tenant_id, sha256, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_name ON assets (tenant_id, name_key, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_size ON assets (tenant_id, size, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_updated ON assets (tenant_id, updated_at, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_duration ON assets (tenant_id, ifnull(duration_seconds, ${NO_VALUE}), seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_taken ON assets (tenant_id, ifnull(taken_at, ${NO_VALUE}), seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_type ON assets (tenant_id, type, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_favourite ON assets (tenant_id, seq) WHERE trashed_at IS NULL AND is_favourite = 1;
      CREATE INDEX assets_unready ON assets (tenant_id, seq) WHERE trashed_at IS NULL AND status <> 'ready';
      CREATE INDEX assets_folder ON assets (tenant_id, folder_id, seq)
        WHERE trashed_at IS NULL AND folder_id IS NOT NULL;
      CREATE INDEX assets_folder_trash ON assets (tenant_id, folder_id)
        WHERE trashed_at IS NOT NULL AND folder_id IS NOT NULL;
    `,
  },
]
