/**
 * What version 2 adds to account for a tenant. `audit`: who did what to which asset, in the order of the commits; `detail`
 * is JSON. `erasures`: tenants that are being erased, which take nothing new.
 */
export const TENANT_LIFE = `
  CREATE TABLE audit (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    actor TEXT,
    action TEXT NOT NULL,
    asset_id TEXT,
    detail TEXT
  ) STRICT;
  CREATE INDEX audit_tenant ON audit (tenant_id, n);
  CREATE INDEX audit_asset ON audit (tenant_id, asset_id, n) WHERE asset_id IS NOT NULL;
  CREATE INDEX audit_age ON audit (at);

  CREATE TABLE erasures (
    tenant TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`
