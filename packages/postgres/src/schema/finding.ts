import type { Migration } from './migration.ts'

/**
 * What version 2 adds so that assets are found. Both columns follow from the record: `rowOfAsset` makes them.
 * `name_key` is what lists by name are sorted by. `terms` has the `termsOf` the asset, each after the tenant's number, so
 * that what an index holds of one tenant is apart from what it holds of the others. NULL before the fill.
 */
export const FINDING_COLUMNS = `
  ALTER TABLE $schema.assets ADD COLUMN name_key text COLLATE "C", ADD COLUMN terms tsvector;
`

/** What has no duration counts as shorter than all. */
export const DURATION_KEY = 'coalesce(duration_seconds, -1)'

const LIVE = 'WHERE trashed_at IS NULL'

/**
 * The indexes that serve lists by filters and in orders; of the active assets, but for `terms`, which serves the trash
 * too. No extension is needed: a part of a word is the beginning of a term.
 */
export const FINDING_INDEXES: readonly Migration[] = [
  index('assets_name', `(tenant_id, name_key, seq) ${LIVE}`),
  index('assets_size', `(tenant_id, size, seq) ${LIVE}`),
  index('assets_updated', `(tenant_id, updated_at, seq) ${LIVE}`),
  index('assets_duration', `(tenant_id, (${DURATION_KEY}), seq) ${LIVE}`),
  index('assets_type', `(tenant_id, type, seq) ${LIVE}`),
  index('assets_favourite', `(tenant_id, seq) ${LIVE} AND is_favourite`),
  index('assets_unready', `(tenant_id, seq) ${LIVE} AND status <> 'ready'`),
  index('assets_terms', 'USING gin (terms)'),
]

function index(name: string, rest: string): Migration {
  return { kind: 'index', name, on: `$schema.assets ${rest}` }
}
