/**
 * What was said about an asset, or what a ticket says about its uploads; NULL for nothing. See `keptOwnData` of the
 * core. `json` and not `jsonb`, which would put the members in another order: what was put in comes back.
 */
export const OWN_DATA = `
  ALTER TABLE $schema.assets ADD COLUMN own json;
  ALTER TABLE $schema.upload_tickets ADD COLUMN own json;
`
