import type { Sql } from '../connection/database.ts'

/** What a batch of a fill passes on to the next one. */
export interface FillBatch {
  /** Where the next batch continues; `null` when nothing is left. */
  readonly next: string | null
  /** How much of the fill is done, from 0 to 1. */
  readonly part: number
}

/**
 * Brings a database from one version to the next.
 *
 * - `transaction`: statements that hold no lock for long, whatever the size of a table.
 * - `index`: PostgreSQL builds it while writes continue.
 * - `fill`: changes rows batch by batch while writes continue. Each batch is a transaction, which also saves where
 *   the next one continues. It is called with `null` first, then with the `next` that it returned. It may run
 *   again.
 * - `validate`: PostgreSQL checks the rows of a table against a `NOT VALID` constraint while writes continue.
 */
export type Migration =
  | { readonly kind: 'transaction'; readonly text: string }
  | {
      readonly kind: 'index'
      readonly name: string
      readonly unique?: boolean
      /** The text after `ON`: the table, the columns and the condition. */
      readonly on: string
    }
  | { readonly kind: 'fill'; batch(sql: Sql, after: string | null): Promise<FillBatch> }
  | { readonly kind: 'validate'; readonly table: string; readonly constraint: string }
