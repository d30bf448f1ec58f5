import {
  columnDefinitions,
  DERIVED_ENTRIES,
  FIELD_ENTRIES,
  type FieldKind,
} from '@stowage/core/internal'
import { DURATION_KEY, TAKEN_KEY } from '../order-keys.ts'
import type { Table } from '../table.ts'

/** Types of fixed width come first, so that a row has few padding bytes. */
const TYPES: Readonly<Record<FieldKind, string>> = {
  flag: 'boolean',
  uuid: 'uuid',
  count: 'bigint',
  time: 'bigint',
  seconds: 'double precision',
  pixels: 'integer',
  text: 'text COLLATE "C"',
  list: 'jsonb',
  object: 'json',
}
const KINDS = Object.keys(TYPES)
const BY_WIDTH = [...FIELD_ENTRIES, ...DERIVED_ENTRIES].sort(
  ([, a], [, b]) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind),
)

/**
 * Assets. Lists by name are sorted by `name_key`; see `DERIVED_ENTRIES` of the core. `terms` derives from the record
 * too: `jsonOfRows` makes them. It has the `termsOf` the asset, each after the tenant's number, so that an index keeps the
 * terms of each tenant apart. `own`: the asset's own data, NULL for none; see `keptOwnData` of the core. It is `json`,
 * because `jsonb` would change the order of the members. `external_id` is unique in its tenant, including the trash.
 * `pending_until`: a sweep purges the asset after that, unless it was attached or kept.
 *
 * The indexes serve filtered and sorted lists of the active assets; `assets_terms` also serves the trash. No extension
 * is needed: a part of a word is the beginning of a term. `assets_folder_trash` serves the deletion of a folder, which
 * also takes its assets in the trash out of it.
 */
export const ASSETS: readonly Table[] = [
  {
    name: 'assets',
    isRead: true,
    erasedApart: true,
    create: `
      CREATE TABLE $schema.assets (
        tenant_id integer NOT NULL,
        ${columnDefinitions(TYPES, BY_WIDTH)},
        own json,
        terms tsvector NOT NULL,
        PRIMARY KEY (id)
      );
      CREATE UNIQUE INDEX assets_public_file_id ON $schema.assets (public_file_id);
      CREATE UNIQUE INDEX assets_live ON $schema.assets (tenant_id, seq) WHERE trashed_at IS NULL;
      CREATE UNIQUE INDEX assets_trash ON $schema.assets (tenant_id, seq) WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_creator_live ON $schema.assets (tenant_id, created_by, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_creator_trash ON $schema.assets (tenant_id, created_by, seq)
        WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_trashed_at ON $schema.assets (trashed_at) WHERE trashed_at IS NOT NULL;
      CREATE INDEX assets_pending ON $schema.assets (pending_until) WHERE pending_until IS NOT NULL;
      CREATE UNIQUE INDEX assets_external ON $schema.assets (tenant_id, external_id)
        WHERE external_id IS NOT NULL;
      CREATE INDEX assets_sha256 ON $schema.assets (tenant_id, sha256, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_name ON $schema.assets (tenant_id, name_key, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_size ON $schema.assets (tenant_id, size, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_updated ON $schema.assets (tenant_id, updated_at, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_duration ON $schema.assets (tenant_id, (${DURATION_KEY}), seq)
        WHERE trashed_at IS NULL;
      CREATE INDEX assets_taken ON $schema.assets (tenant_id, (${TAKEN_KEY}), seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_type ON $schema.assets (tenant_id, type, seq) WHERE trashed_at IS NULL;
      CREATE INDEX assets_favourite ON $schema.assets (tenant_id, seq)
        WHERE trashed_at IS NULL AND is_favourite;
      CREATE INDEX assets_unready ON $schema.assets (tenant_id, seq)
        WHERE trashed_at IS NULL AND status <> 'ready';
      CREATE INDEX assets_terms ON $schema.assets USING gin (terms);
      CREATE INDEX assets_folder ON $schema.assets (tenant_id, folder_id, seq)
        WHERE trashed_at IS NULL AND folder_id IS NOT NULL;
      CREATE INDEX assets_folder_trash ON $schema.assets (tenant_id, folder_id)
        WHERE trashed_at IS NOT NULL AND folder_id IS NOT NULL;
    `,
  },
]
