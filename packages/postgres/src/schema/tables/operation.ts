/**
 * How the store is operated. `open_stores`: who has it open to change it, each row renewed each minute. `sweeps`: when the sweeps took place by which retention trusts the clock; one row.
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
