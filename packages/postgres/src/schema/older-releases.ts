/**
 * Stops instances of the release before from changing assets: what they write would lack what version 2 keeps of
 * each. They answer `unavailable`, and the cause is the sentence below; all else goes on. One that opens the schema
 * again gets `database_too_new`. The trigger is made once the writes under way have ended, so none comes later. Its
 * condition costs a statement about a microsecond.
 */
export const STOP_OLDER_RELEASES = `
  CREATE FUNCTION $schema.refuse_older_release() RETURNS trigger LANGUAGE plpgsql AS $do$
    BEGIN
      RAISE EXCEPTION
        'A later release of Stowage has migrated this database. Restart this process with that release.'
        USING ERRCODE = 'object_not_in_prerequisite_state';
    END
  $do$;
  CREATE TRIGGER refuse_older_release BEFORE INSERT OR UPDATE OR DELETE ON $schema.assets FOR EACH STATEMENT
    WHEN (current_setting('stowage.writer', true) IS DISTINCT FROM '2')
    EXECUTE FUNCTION $schema.refuse_older_release();
`
