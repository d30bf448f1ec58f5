/**
 * What version 2 adds for own data: JSON of what was said about an asset, or of what a ticket says about its uploads;
 * NULL for nothing. See `keptOwnData`.
 */
export const OWN_DATA = `
  ALTER TABLE assets ADD COLUMN own TEXT;
  ALTER TABLE upload_tickets ADD COLUMN own TEXT;
`
