import type { SqliteClient } from '../driver/client.ts'

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
 * - `transaction`: statements that take as long for any number of rows. Several in a row are one transaction.
 * - `index`: one statement that reads a whole table, in a transaction of its own.
 * - `fill`: rows are changed batch by batch. Each batch is a transaction, which keeps where the next one goes on. So
 *   a process that is killed loses one batch, and other processes get the lock in between. `batch` must take less
 *   than a second or two. It is called with `null` first, and with what it returned after that. In a new database it
 *   is called too: without rows it returns `null` at once.
 */
export type Migration =
  | { readonly kind: 'transaction'; run(client: SqliteClient): void }
  | { readonly kind: 'index'; readonly text: string }
  | { readonly kind: 'fill'; batch(client: SqliteClient, after: string | null): FillBatch }
