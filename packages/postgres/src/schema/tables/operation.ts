/**
 * The operation of the store. `open_stores`: stores that have it open for writing; each renews its row every minute.
 * `sweeps`: the times of the sweeps by which retention trusts the clock; one row.
 */
export const OPERATION = `
  CREATE TABLE $schema.leases (
    name text COLLATE "C" PRIMARY KEY,
    holder text COLLATE "C" NOT NULL,
    until bigint NOT NULL
  );

  CREATE TABLE $schema.open_stores (
    id uuid PRIMARY KEY,
    alone boolean NOT NULL,
    until timestamptz NOT NULL
  );

  CREATE TABLE $schema.sweeps (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    since bigint,
    seen bigint,
    trusted bigint
  );
  INSERT INTO $schema.sweeps DEFAULT VALUES;
`
