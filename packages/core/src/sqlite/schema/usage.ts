/**
 * What version 2 adds for usage. `counts.bytes`: of originals and variants, in the rows of the top level of each
 * part, zero in all others. `tenants.assets`: live and trashed, which the quota limits. `counts` also has the parts
 * of each type and of each folder; see `partsOf`.
 */
export const USAGE_SCHEMA = `
  ALTER TABLE counts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE tenants ADD COLUMN assets INTEGER NOT NULL DEFAULT 0;
`
