/**
 * What version 2 adds for contents that were replaced. `facts`: JSON of what the asset was with that content. Its blob is
 * of a record. A sweep forgets the version once `expires_at` has passed.
 */
export const VERSIONS = `
  CREATE TABLE versions (
    id TEXT PRIMARY KEY,
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    asset_id TEXT NOT NULL,
    replaced_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    facts TEXT NOT NULL,
    blob_key TEXT NOT NULL,
    size INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX versions_asset ON versions (asset_id, id);
  CREATE INDEX versions_expiry ON versions (expires_at);
`
