export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** What must be known of every table. */
interface TableFacts {
  /** Whether reads look into it: a role that may only read needs `SELECT`. Default: no. */
  readonly isRead?: true
  /** The rights that writes need. Default: all. */
  readonly rights?: readonly Right[]
  /**
   * How an erasure deletes the rows of a tenant: the columns after the tenant's number in an index, in whose order it
   * deletes them, or why it does not. Required if there is a column `tenant_id`.
   */
  readonly erased?: { readonly by: string } | { readonly not: string }
  /** Why it has few rows. Statements may walk over such a table. Default: it grows with what is stored. */
  readonly few?: string
  /** Why a move does not copy its rows. Default: it does. */
  readonly stays?: string
}

const BY_OWN_STEP = { not: 'A step of its own deletes them, and claims their blobs.' }
const OF_A_MOVE = 'It is about the move itself.'

/** Every table of the schema. Rights, erasure, moves and the check of plans follow from it. */
const TABLES: Readonly<Record<string, TableFacts>> = {
  tenants: { isRead: true },
  assets: { isRead: true, erased: BY_OWN_STEP },
  counts: {
    isRead: true,
    erased: { by: 'part, list, level, block' },
    stays: 'Counts derive from the assets.',
  },
  blobs: { isRead: true, erased: { not: 'Claims go with their blobs; see `hasClaims`.' } },
  idempotency_records: { erased: { by: 'key' } },
  tombstones: { erased: { by: 'id' } },
  keys: { isRead: true, erased: { by: 'created_at, number' } },
  upload_tickets: { isRead: true, erased: { by: 'id' } },
  folders: { isRead: true, erased: { by: 'name_key, id' } },
  versions: { isRead: true, erased: BY_OWN_STEP },
  attachments: { isRead: true, erased: { by: 'owner_type, owner_id, field, asset_id' } },
  audit: { isRead: true, erased: { by: 'n' } },
  leases: { few: 'A row for each sweep, backup and hold under way.' },
  open_stores: {
    few: 'A row for each store that is open.',
    stays: 'It is about processes that use this database.',
  },
  sweeps: {
    rights: ['SELECT', 'UPDATE'],
    few: 'One row, about all sweeps.',
    stays: 'It is about this database.',
  },
  transfers: {
    rights: [],
    few: 'At most one row: how far the database is filled.',
    stays: OF_A_MOVE,
  },
  departure: {
    rights: ['SELECT', 'UPDATE'],
    few: 'At most one row: that the database is left.',
    stays: OF_A_MOVE,
  },
  changes_made: {
    rights: ['INSERT'],
    erased: { not: 'No tenant is erased during a move.' },
    stays: OF_A_MOVE,
  },
  changes: { rights: [], erased: { not: 'No tenant is erased during a move.' }, stays: OF_A_MOVE },
  schema_version: {
    rights: [],
    few: 'One row.',
    stays: 'Each database has its own version.',
  },
}

const ALL: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

interface Table extends TableFacts {
  readonly name: string
  readonly rights: readonly Right[]
}

export const ALL_TABLES: readonly Table[] = Object.entries(TABLES).map(([name, facts]) => ({
  name,
  rights: ALL,
  ...facts,
}))
