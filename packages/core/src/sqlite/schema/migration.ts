import type { SqliteClient } from '../driver/client.ts'

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
 * - `transaction`: statements whose time does not depend on the number of rows. Several in a row are one
 *   transaction.
 * - `index`: one statement that reads a whole table, in a transaction of its own.
 * - `fill`: changes rows batch by batch. Each batch is a transaction, which also saves where the next one continues.
 *   So a killed process loses one batch, and other processes get the lock in between. `batch` must take less than a
 *   second or two. It is called with `null` first, then with the `next` that it returned. It is also called in a new
 *   database, where it finds no rows and returns `null` at once.
 */
export type Migration =
  | { readonly kind: 'transaction'; run(client: SqliteClient): void }
  | { readonly kind: 'index'; readonly text: string }
  | { readonly kind: 'fill'; batch(client: SqliteClient, after: string | null): FillBatch }
