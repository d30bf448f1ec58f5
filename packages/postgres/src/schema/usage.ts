/**
 * What version 2 adds for usage. `counts.bytes`: of originals and variants, in the rows of the top level of each
 * part, zero in all others. `counts` also has the parts of each type and of each folder; see `partsOf` of the core.
 */
export const USAGE_SCHEMA = `
  ALTER TABLE $schema.counts ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
`
