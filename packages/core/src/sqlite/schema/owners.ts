/**
 * What version 2 adds for assets that belong to records of the app, and for those that wait to.
 *
 * `attachments`: which assets a field of an owner has, in the order of `position`; a transfer names them by `key`.
 * `assets.pending_until`: a sweep purges the asset after that, unless it was attached or kept.
 * `upload_tickets.pending_hours`: for how long the uploads of a ticket are pending.
 */
export const OWNERS = `
  ALTER TABLE assets ADD COLUMN pending_until INTEGER;

  CREATE TABLE attachments (
    tenant_id INTEGER NOT NULL REFERENCES tenants (id),
    owner_type TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    field TEXT NOT NULL,
    asset_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    attached_at INTEGER NOT NULL,
    key TEXT NOT NULL UNIQUE,
    PRIMARY KEY (tenant_id, owner_type, owner_id, field, asset_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX attachments_asset ON attachments (asset_id, owner_type, owner_id, field);
  ALTER TABLE upload_tickets ADD COLUMN pending_hours INTEGER;
`

export const OWNER_INDEXES: readonly string[] = [
  'CREATE INDEX assets_pending ON assets (pending_until) WHERE pending_until IS NOT NULL',
]
