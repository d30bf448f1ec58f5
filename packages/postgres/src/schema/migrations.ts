import type { Migration } from './migration.ts'
import { SCHEMA } from './schema.ts'

/** From version `n` (the index) to `n + 1`. What was once released never changes. */
export const MIGRATIONS: readonly Migration[] = [{ kind: 'transaction', text: SCHEMA }]
