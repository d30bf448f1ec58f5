import type { Sql } from './client.ts'
import type { CountChange } from './count-tree.ts'

/** What a write works on. */
export interface Transaction {
  readonly sql: Sql
  /** Changes of the count tree, gathered over all writes of a commit and written once at its end. */
  readonly countChanges: CountChange[]
}
