import type { Migration } from './migration.ts'
import { SCHEMA } from './schema.ts'

/** Each step brings a schema from version `n` (its index) to `n + 1`. A released step never changes. */
export const MIGRATIONS: readonly Migration[] = [{ kind: 'transaction', text: SCHEMA }]
