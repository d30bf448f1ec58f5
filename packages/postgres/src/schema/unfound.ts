import type { Migration } from './migration.ts'

/**
 * What an instance of version 1 writes has no `name_key` any more, even when it had one: the instance may have changed
 * the name. Its condition is that of `STOP_OLDER_RELEASES`.
 */
export const UNFOUND_WHEN_OLDER = `
  CREATE FUNCTION $schema.forget_name_key() RETURNS trigger LANGUAGE plpgsql AS $do$
    BEGIN
      NEW.name_key := NULL;
      RETURN NEW;
    END
  $do$;
  CREATE TRIGGER forget_name_key BEFORE INSERT OR UPDATE ON $schema.assets FOR EACH ROW
    WHEN (current_setting('stowage.writer', true) IS DISTINCT FROM '2')
    EXECUTE FUNCTION $schema.forget_name_key();
`

/** Finds what instances of version 1 wrote while the others were filled. */
export const UNFOUND_INDEX: Migration = {
  kind: 'index',
  name: 'assets_unfound',
  on: '$schema.assets (id) WHERE name_key IS NULL',
}

/** The name of the constraint of `FOUND`. */
export const FOUND_CONSTRAINT: string = 'assets_found'

/** From now on every asset can be found. Takes away what the fills needed. */
export const FOUND: string = `
  DROP TRIGGER forget_name_key ON $schema.assets;
  DROP FUNCTION $schema.forget_name_key();
  DROP INDEX $schema.assets_unfound;
  ALTER TABLE $schema.assets ADD CONSTRAINT ${FOUND_CONSTRAINT}
    CHECK (name_key IS NOT NULL AND terms IS NOT NULL) NOT VALID;
`
