/** What must be known of every table. */
interface TableFacts {
  /** The columns that identify a row: an erasure deletes the rows of a tenant by them. */
  readonly erasedBy?: string
  /** A step of its own erases the rows of a tenant, and claims their blobs. */
  readonly erasedApart?: true
  /** Why no erasure deletes rows of a table that has a column `tenant_id`. */
  readonly notErased?: string
  /** Why it has few rows. Statements may walk over such a table. Default: it grows with what is stored. */
  readonly few?: string
  /** Why a move does not copy its rows. Default: it does. */
  readonly stays?: string
}

/** Every table of the database. Erasure and the check of plans take it from here; moves are held against it. */
const TABLES: Readonly<Record<string, TableFacts>> = {
  tenants: {},
  assets: { erasedApart: true },
  terms: { stays: 'Words derive from the assets.' },
  kept_terms: { stays: 'Words derive from the assets.' },
  versions: { erasedApart: true },
  blobs: { notErased: 'Claims go with their blobs; see `hasClaims`.' },
  attachments: { erasedBy: 'tenant_id, owner_type, owner_id, field, asset_id' },
  idempotency_records: { erasedBy: 'tenant_id, key' },
  upload_tickets: { erasedBy: 'id' },
  folders: { erasedBy: 'id' },
  keys: { erasedBy: 'id' },
  tombstones: { erasedBy: 'tenant_id, id' },
  audit: { erasedBy: 'n' },
  list_changes: {
    erasedBy: 'tenant_id, list, block',
    stays: 'It tells the caches of this database what changed.',
  },
  counts: {
    erasedBy: 'tenant_id, part, list, level, block',
    stays: 'Counts derive from the assets.',
  },
  leases: { few: 'A row for each sweep, backup and hold under way.' },
  sweeps: { few: 'One row, about all sweeps.', stays: 'It is about this database.' },
  handovers: {
    few: 'At most two rows: the database is left, and it is filled.',
    stays: 'It is about the move itself.',
  },
  erasures: {
    few: 'A row for each tenant that is being erased.',
    stays: 'No database moves during an erasure.',
  },
  changes: {
    notErased: 'No tenant is erased during a move.',
    stays: 'It is about the move itself.',
  },
}

interface Table extends TableFacts {
  readonly name: string
}

export const ALL_TABLES: readonly Table[] = Object.entries(TABLES).map(([name, facts]) => ({
  name,
  ...facts,
}))
