import type { Table } from '../table.ts'

/**
 * `terms` has the `termsOf` each asset. Its row id contains the tenant, the list (0 live, 1 trash) and the insertion
 * number, so that a tenant's list is a range of row ids in the order of insertion; see `terms/terms-table.ts`. Its
 * tokenizer splits only at white space, because terms have no ASCII punctuation. SQLite merges it seldom, because each
 * merge delays a commit.
 *
 * `kept_terms` has the same terms as text, separated by spaces, because `terms` cannot return what it indexes. When an
 * asset enters or leaves the trash, its row id in `terms` changes, and its texts need not be folded again. Its id is
 * the row id in `terms` without the list.
 *
 * `list_changes` counts the commits that changed an asset of a block of a list; see `terms/list-changes.ts`.
 */
export const TERMS: readonly Table[] = [
  {
    name: 'terms',
    stays: 'Words derive from the assets.',
    create: `
      CREATE VIRTUAL TABLE terms USING fts5 (
        terms_of, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii', prefix = '1 2 3'
      );
      INSERT INTO terms (terms, rank) VALUES ('automerge', 16);
    `,
  },
  {
    name: 'kept_terms',
    stays: 'Words derive from the assets.',
    create: `
      CREATE TABLE kept_terms (
        id INTEGER PRIMARY KEY,
        terms TEXT NOT NULL
      ) STRICT;
    `,
  },
  {
    name: 'list_changes',
    erasedBy: 'tenant_id, list, block',
    stays: 'It tells the caches of this database what changed.',
    create: `
      CREATE TABLE list_changes (
        tenant_id INTEGER NOT NULL,
        list INTEGER NOT NULL,
        block INTEGER NOT NULL,
        n INTEGER NOT NULL,
        PRIMARY KEY (tenant_id, list, block)
      ) STRICT, WITHOUT ROWID;
    `,
  },
]
