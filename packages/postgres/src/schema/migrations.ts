import { SCHEMA } from './schema.ts'

/**
 * What brings a database from one version to the next. `transaction`: statements that hold no lock for
 * long, whatever the size of a table. `index`: one that is built while everybody goes on writing.
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

/** From version `n` (the index) to `n + 1`. Append only: what was once released never changes. */
export const MIGRATIONS: readonly Migration[] = [{ kind: 'transaction', text: SCHEMA }]
