/** A table, and what must be known of it. Erasure and the check of plans derive from it; moves are held against it. */
export interface Table {
  readonly name: string
  /** Makes the table and its indexes. */
  readonly create: string
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
