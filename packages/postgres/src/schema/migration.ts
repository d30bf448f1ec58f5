import type { Sql } from '../connection/database.ts'

/** What a batch of a fill leaves to the next one. */
export interface FillBatch {
  /** Where the next batch goes on; `null` when nothing is left. */
  readonly next: string | null
  /** How much of the fill is done, from 0 to 1. */
  readonly part: number
}

/**
 * Brings a database from one version to the next.
 *
 * - `transaction`: statements that hold no lock for long, for any size of a table.
 * - `index`: PostgreSQL builds it while writes go on.
 * - `fill`: rows are changed batch by batch while writes go on. Each batch is a transaction, which keeps where the
 *   next one goes on. It is called with `null` first, and with what it returned after that. It may be run again.
 * - `validate`: PostgreSQL checks the rows of a table by a constraint that is `NOT VALID`, while writes go on.
 */
export type Migration =
  | { readonly kind: 'transaction'; readonly text: string }
  | {
      readonly kind: 'index'
      readonly name: string
      readonly unique?: boolean
      /** What follows `ON`: the table, the columns and the condition. */
      readonly on: string
    }
  | { readonly kind: 'fill'; batch(sql: Sql, after: string | null): Promise<FillBatch> }
  | { readonly kind: 'validate'; readonly table: string; readonly constraint: string }
