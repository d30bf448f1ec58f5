export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

/** What must be known of every table. */
interface TableFacts {
  /** Whether reads look into it: a role that may only read needs `SELECT`. Default: no. */
  readonly isRead?: true
  /** The rights that writes of a role need that does not own the tables. Default: all. */
  readonly rights?: readonly Right[]
  /** The columns after the tenant's number in an index: an erasure deletes the rows of a tenant in their order. */
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

const OF_A_MOVE = 'It is about the move itself.'

/** Every table of the schema. Erasure, the check of rights and that of plans take it from here; moves are held against it. */
const TABLES: Readonly<Record<string, TableFacts>> = {
  tenants: { isRead: true },
  assets: { isRead: true, erasedApart: true },
  counts: {
    isRead: true,
    erasedBy: 'part, list, level, block',
    stays: 'Counts derive from the assets.',
  },
  blobs: { isRead: true, notErased: 'Claims go with their blobs; see `hasClaims`.' },
  idempotency_records: { erasedBy: 'key' },
  tombstones: { erasedBy: 'id' },
  keys: { isRead: true, erasedBy: 'created_at, number' },
  upload_tickets: { isRead: true, erasedBy: 'id' },
  folders: { isRead: true, erasedBy: 'name_key, id' },
  versions: { isRead: true, erasedApart: true },
  attachments: { isRead: true, erasedBy: 'owner_type, owner_id, field, asset_id' },
  audit: { isRead: true, erasedBy: 'n' },
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
    notErased: 'No tenant is erased during a move.',
    stays: OF_A_MOVE,
  },
  changes: { rights: [], notErased: 'No tenant is erased during a move.', stays: OF_A_MOVE },
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
