/**
 * What assets are found and sorted by. The indexes serve the active assets; the trash is found by `terms` and by walking.
 * What has no duration counts as shorter than all.
 *
 * `terms` has the `termsOf` each asset. Its row id holds the tenant, the list (0 live, 1 trash) and the insertion number,
 * so that a tenant's list is a range of it, in the order of insertion; see `terms/terms-table.ts`. Its tokenizer parts
 * at white space alone, as terms have no ASCII punctuation. SQLite merges it seldom, as each merge delays a commit.
 *
 * `list_changes` counts the commits that changed an asset of a block of a list; see `terms/list-changes.ts`.
 */
export const FINDING = `
  ALTER TABLE assets ADD COLUMN name_key TEXT;

  CREATE VIRTUAL TABLE terms USING fts5 (
    terms_of, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
  );
  INSERT INTO terms (terms, rank) VALUES ('automerge', 16);

  CREATE TABLE list_changes (
    tenant_id INTEGER NOT NULL,
    list INTEGER NOT NULL,
    block INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, list, block)
  ) STRICT, WITHOUT ROWID;
`

/** Made after the columns are filled, each by one statement that reads the whole table. */
export const FINDING_INDEXES: readonly string[] = [
  `CREATE INDEX assets_name ON assets (tenant_id, name_key, seq) WHERE trashed_at IS NULL`,
  `CREATE INDEX assets_size ON assets (tenant_id, size, seq) WHERE trashed_at IS NULL`,
  `CREATE INDEX assets_updated ON assets (tenant_id, updated_at, seq) WHERE trashed_at IS NULL`,
  `CREATE INDEX assets_duration ON assets (tenant_id, ifnull(duration_seconds, -1), seq) WHERE trashed_at IS NULL`,
  `CREATE INDEX assets_type ON assets (tenant_id, type, seq) WHERE trashed_at IS NULL`,
  `CREATE INDEX assets_favourite ON assets (tenant_id, seq) WHERE trashed_at IS NULL AND is_favourite = 1`,
  `CREATE INDEX assets_unready ON assets (tenant_id, seq) WHERE trashed_at IS NULL AND status <> 'ready'`,
]
