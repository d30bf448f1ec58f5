import type { Migration } from './migration.ts'
import { SCHEMA } from './schema.ts'
import { VERSION_2 } from './version-2.ts'

/** From version `n` (the index) to `n + 1`. Append only: what was once released never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { kind: 'transaction', text: SCHEMA },
  ...VERSION_2,
]
