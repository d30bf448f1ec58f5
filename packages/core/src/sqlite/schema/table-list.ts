/** What must be known of every table. */
interface TableFacts {
  /**
   * How an erasure deletes the rows of a tenant: the columns that identify a row, or why it does not. Required if there
   * is a column `tenant_id`.
   */
  readonly erased?: { readonly by: string } | { readonly not: string }
  /** Why it has few rows. Statements may walk over such a table. Default: it grows with what is stored. */
  readonly few?: string
  /** Why a move does not copy its rows. Default: it does. */
  readonly stays?: string
}

const BY_OWN_STEP = { not: 'A step of its own deletes them, and claims their blobs.' }

/** Every table of the database. Erasure, moves and the check of plans follow from it. */
const TABLES: Readonly<Record<string, TableFacts>> = {
  tenants: {},
  assets: { erased: BY_OWN_STEP },
  terms: { stays: 'Words derive from the assets.' },
  kept_terms: { stays: 'Words derive from the assets.' },
  versions: { erased: BY_OWN_STEP },
  blobs: { erased: { not: 'Claims go with their blobs; see `hasClaims`.' } },
  attachments: { erased: { by: 'tenant_id, owner_type, owner_id, field, asset_id' } },
  idempotency_records: { erased: { by: 'tenant_id, key' } },
  upload_tickets: { erased: { by: 'id' } },
  folders: { erased: { by: 'id' } },
  keys: { erased: { by: 'id' } },
  tombstones: { erased: { by: 'tenant_id, id' } },
  audit: { erased: { by: 'n' } },
  list_changes: {
    erased: { by: 'tenant_id, list, block' },
    stays: 'It tells the caches of this database what changed.',
  },
  counts: {
    erased: { by: 'tenant_id, part, list, level, block' },
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
    erased: { not: 'No tenant is erased during a move.' },
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
