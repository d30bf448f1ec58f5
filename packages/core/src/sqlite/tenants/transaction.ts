import type { Micros } from '../../time/timestamp.ts'
import type { CountChange } from '../../usage/count-changes.ts'
import type { Sql } from '../driver/client.ts'
import type { ListChange } from '../terms/list-changes.ts'

/** What a write works on. */
export interface Transaction {
  readonly sql: Sql
  /** The time of the write, read once the transaction had the write lock. */
  readonly now: Micros
  /** Changes of the count tree, gathered over all writes of a commit and written once at its end. */
  readonly countChanges: CountChange[]
  /** Changes of the search terms of assets, gathered likewise. */
  readonly listChanges: ListChange[]
}
