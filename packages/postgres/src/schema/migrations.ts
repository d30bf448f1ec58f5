import { SCHEMA } from './schema.ts'

/**
 * Brings a database from one version to the next. `transaction`: statements that hold no lock for long, for any
 * size of a table. `index`: PostgreSQL builds it while writes go on.
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
