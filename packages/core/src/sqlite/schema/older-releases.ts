/**
 * Stops processes of the release before, which had the database open while it was migrated: what they write would
 * lack what version 2 keeps of every asset. Each of their writes first reads `transfers`, so that is a view now
 * which fails. They answer `unavailable`, and the cause is the sentence below; their reads go on. One that opens the
 * database again gets `database_too_new`.
 *
 * `handovers` is what `transfers` was: where the database stands in a move.
 */
export const STOP_OLDER_RELEASES = `
  CREATE TABLE handovers (
    role TEXT PRIMARY KEY CHECK (role IN ('source', 'target')),
    id TEXT NOT NULL,
    cursor TEXT,
    paused_until INTEGER,
    moved INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  INSERT INTO handovers SELECT role, id, cursor, paused_until, moved FROM transfers;
  DROP TABLE transfers;
  CREATE VIEW transfers AS SELECT 'source' AS role, 'none' AS id, NULL AS cursor, NULL AS paused_until,
    json_extract('{}', 'A later release of Stowage has migrated this database. Restart this process with that release.')
      AS moved;
`
