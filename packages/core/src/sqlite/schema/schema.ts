import type { Table } from './table.ts'
import { ASSETS } from './tables/assets.ts'
import { BELONGINGS } from './tables/belongings.ts'
import { BLOBS } from './tables/blobs.ts'
import { FOLDERS } from './tables/folders.ts'
import { JOBS } from './tables/jobs.ts'
import { KEYS } from './tables/keys.ts'
import { CHANGES, OPERATION } from './tables/operation.ts'
import { PAST } from './tables/past.ts'
import { TENANTS } from './tables/tenants.ts'
import { TERMS } from './tables/terms.ts'
import { UPLOADS } from './tables/uploads.ts'
import { WEBHOOKS } from './tables/webhooks.ts'

const TABLES: readonly Table[] = [
  ...TENANTS,
  ...ASSETS,
  ...TERMS,
  ...FOLDERS,
  ...BELONGINGS,
  ...BLOBS,
  ...KEYS,
  ...UPLOADS,
  ...PAST,
  ...JOBS,
  ...WEBHOOKS,
  ...OPERATION,
]

/** Every table that the database ever has. */
export const ALL_TABLES: readonly Table[] = [...TABLES, CHANGES]

/** Version 1 of the database. Times are microseconds since the epoch, unless said otherwise. */
export const SCHEMA: string = TABLES.map(({ create }) => create).join('')
