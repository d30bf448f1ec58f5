/** What version 2 adds so that assets are found by their content and by the id that another system gave them. */
export const CONTENT = 'ALTER TABLE $schema.assets ADD COLUMN external_id text COLLATE "C";'

/** An id of another system is unique in its tenant, the trash included. */
export const CONTENT_INDEXES = [
  {
    kind: 'index',
    name: 'assets_external',
    unique: true,
    on: '$schema.assets (tenant_id, external_id) WHERE external_id IS NOT NULL',
  },
  {
    kind: 'index',
    name: 'assets_sha256',
    on: '$schema.assets (tenant_id, sha256, seq) WHERE trashed_at IS NULL',
  },
] as const
