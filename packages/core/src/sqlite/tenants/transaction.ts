import type { Micros } from '../../model/timestamp.ts'
import type { Sql } from '../engine/client.ts'
import type { CountChange } from './count-tree.ts'

/** What a write works on. */
export interface Transaction {
  readonly sql: Sql
  /** When this was, read once the transaction had the write lock. */
  readonly now: Micros
  /** Changes of the count tree, gathered over all writes of a commit and written once at its end. */
  readonly countChanges: CountChange[]
}
