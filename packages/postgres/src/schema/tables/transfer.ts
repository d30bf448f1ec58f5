import type { Table } from '../table.ts'

const OF_A_MOVE = 'It is about the move itself.'

/**
 * The role of the database in a move.
 *
 * `transfers`: how far this database has been filled from another one. No row if it never was.
 * `departure`: this database's records move to another one. No row if they do not. Once it is `stopped`, the triggers
 * record nothing any more; only the owner of the tables can drop them.
 * `changes_made`: changes since then, written by triggers that `record` makes. The reader of the changes moves them
 * to `changes`, whose numbers are thus given after the commit: no change ever appears before those already read.
 */
export const TRANSFER: readonly Table[] = [
  {
    name: 'transfers',
    rights: [],
    few: 'At most one row: how far the database is filled.',
    stays: OF_A_MOVE,
    create: `
      CREATE TABLE $schema.transfers (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        id text COLLATE "C" NOT NULL,
        cursor text COLLATE "C" NOT NULL
      );
    `,
  },
  {
    name: 'departure',
    rights: ['SELECT', 'UPDATE'],
    few: 'At most one row: that the database is left.',
    stays: OF_A_MOVE,
    create: `
      CREATE TABLE $schema.departure (
        one boolean PRIMARY KEY DEFAULT true CHECK (one),
        id text COLLATE "C" NOT NULL,
        paused_until timestamptz,
        moved boolean NOT NULL DEFAULT false,
        stopped boolean NOT NULL DEFAULT false
      );
    `,
  },
  {
    name: 'changes_made',
    rights: ['INSERT'],
    notErased: 'No tenant is erased during a move.',
    stays: OF_A_MOVE,
    create: `
      CREATE TABLE $schema.changes_made (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text COLLATE "C" NOT NULL,
        tenant_id integer NOT NULL,
        key text COLLATE "C" NOT NULL
      );
    `,
  },
  {
    name: 'changes',
    rights: [],
    notErased: 'No tenant is erased during a move.',
    stays: OF_A_MOVE,
    create: `
      CREATE TABLE $schema.changes (
        n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        kind text COLLATE "C" NOT NULL,
        tenant_id integer NOT NULL,
        key text COLLATE "C" NOT NULL
      );
      CREATE INDEX changes_of ON $schema.changes (kind, tenant_id, key);
      CREATE FUNCTION $schema.note_change() RETURNS trigger LANGUAGE plpgsql AS $do$
        DECLARE
          going record;
          changed jsonb;
        BEGIN
          -- One that began before the recording has not looked; a pause waits for this lock, and it for the pause.
          SELECT moved OR coalesce(paused_until > clock_timestamp(), false) AS refused, stopped INTO going
            FROM $schema.departure FOR SHARE;
          IF NOT FOUND OR going.refused THEN
            RAISE EXCEPTION 'The records are being handed over.' USING ERRCODE = 'serialization_failure';
          END IF;
          IF going.stopped THEN RETURN NULL; END IF;
          IF TG_OP = 'DELETE' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
          INSERT INTO $schema.changes_made (kind, tenant_id, key) VALUES (TG_ARGV[0],
            CASE WHEN TG_ARGV[2] = 'scoped' THEN (changed ->> 'tenant_id')::int ELSE 0 END,
            changed ->> TG_ARGV[1]);
          RETURN NULL;
        END
      $do$;
    `,
  },
]
