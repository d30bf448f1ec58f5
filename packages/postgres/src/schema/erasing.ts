/**
 * What version 2 adds so that an erasure waits for the files of its tenant alone, and so that the statement which locks
 * a tenant sees its erasure. `blobs.tenant_id`: whose record named the blob that is claimed. Empty for what no record
 * named, and for what was claimed before: that may be anybody's. `tenants.erasing` takes the place of the table
 * `erasures`.
 */
export const ERASING = `
  ALTER TABLE $schema.blobs ADD COLUMN tenant_id integer;
  ALTER TABLE $schema.tenants ADD COLUMN erasing boolean NOT NULL DEFAULT false;
  INSERT INTO $schema.tenants (name) SELECT tenant FROM $schema.erasures ON CONFLICT DO NOTHING;
  UPDATE $schema.tenants SET erasing = true WHERE name IN (SELECT tenant FROM $schema.erasures);
  DROP TABLE $schema.erasures
`
