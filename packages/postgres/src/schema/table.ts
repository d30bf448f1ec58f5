export type Right = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

export const ALL_RIGHTS: readonly Right[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE']

/**
 * A table, and what must be known of it. Erasure, the check of rights and that of plans derive from it; moves are held
 * against it.
 */
export interface Table {
  readonly name: string
  /** Makes the table, its indexes and its functions. */
  readonly create: string
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
