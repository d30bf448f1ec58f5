/**
 * What version 2 adds for contents that were replaced. `facts`: what the asset was with that content. Its blob is of a
 * record. A sweep forgets the version once `expires_at` has passed.
 */
export const VERSIONS = `
  CREATE TABLE $schema.versions (
    id uuid PRIMARY KEY,
    tenant_id integer NOT NULL,
    asset_id uuid NOT NULL,
    replaced_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    facts json NOT NULL,
    blob_key text COLLATE "C" NOT NULL,
    size bigint NOT NULL
  );
  CREATE INDEX versions_asset ON $schema.versions (asset_id, id);
  CREATE INDEX versions_expiry ON $schema.versions (expires_at);
`
