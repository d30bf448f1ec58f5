/**
 * What version 2 adds to account for a tenant. `audit`: who did what to which asset, in the order of the commits of the
 * tenant. `erasures`: tenants that are being erased, which take nothing new.
 */
export const TENANT_LIFE = `
  CREATE TABLE $schema.audit (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant_id integer NOT NULL,
    at bigint NOT NULL,
    actor text COLLATE "C",
    action text COLLATE "C" NOT NULL,
    asset_id uuid,
    detail json
  );
  CREATE INDEX audit_tenant ON $schema.audit (tenant_id, n);
  CREATE INDEX audit_asset ON $schema.audit (tenant_id, asset_id, n) WHERE asset_id IS NOT NULL;
  CREATE INDEX audit_age ON $schema.audit (at);

  CREATE TABLE $schema.erasures (
    tenant text COLLATE "C" PRIMARY KEY,
    started_at bigint NOT NULL
  );
`
