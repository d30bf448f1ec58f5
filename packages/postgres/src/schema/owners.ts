/**
 * What version 2 adds for assets that belong to records of the app, and for those that wait to.
 *
 * `attachments`: which assets a field of an owner has, in the order of `position`; a transfer names them by `key`.
 * `assets.pending_until`: a sweep purges the asset after that, unless it was attached or kept.
 * `upload_tickets.pending_hours`: for how long the uploads of a ticket are pending.
 */
export const OWNERS = `
  ALTER TABLE $schema.assets ADD COLUMN pending_until bigint;

  CREATE TABLE $schema.attachments (
    tenant_id integer NOT NULL,
    owner_type text COLLATE "C" NOT NULL,
    owner_id text COLLATE "C" NOT NULL,
    field text COLLATE "C" NOT NULL,
    asset_id uuid NOT NULL,
    position integer NOT NULL,
    attached_at bigint NOT NULL,
    key text COLLATE "C" NOT NULL UNIQUE,
    PRIMARY KEY (tenant_id, owner_type, owner_id, field, asset_id)
  );
  CREATE INDEX attachments_asset ON $schema.attachments (asset_id, owner_type, owner_id, field);
  ALTER TABLE $schema.upload_tickets ADD COLUMN pending_hours integer;
`

export const OWNER_INDEXES = [
  {
    kind: 'index',
    name: 'assets_pending',
    on: '$schema.assets (pending_until) WHERE pending_until IS NOT NULL',
  },
] as const
