/** What version 2 adds so that assets are found by their content and by the id that another system gave them. */
export const CONTENT = 'ALTER TABLE assets ADD COLUMN external_id TEXT;'

/** An id of another system is unique in its tenant, the trash included. */
export const CONTENT_INDEXES: readonly string[] = [
  `CREATE UNIQUE INDEX assets_external ON assets (tenant_id, external_id) WHERE external_id IS NOT NULL`,
  `CREATE INDEX assets_sha256 ON assets (tenant_id, sha256, seq) WHERE trashed_at IS NULL`,
]
