import type { Table } from './table.ts'
import { ASSETS } from './tables/assets.ts'
import { BELONGINGS } from './tables/belongings.ts'
import { BLOBS } from './tables/blobs.ts'
import { FOLDERS } from './tables/folders.ts'
import { JOBS } from './tables/jobs.ts'
import { KEYS } from './tables/keys.ts'
import { OPERATION } from './tables/operation.ts'
import { PAST } from './tables/past.ts'
import { SCHEMA_VERSION } from './tables/schema-version.ts'
import { TENANTS } from './tables/tenants.ts'
import { TRANSFER } from './tables/transfer.ts'
import { UPLOADS } from './tables/uploads.ts'
import { WEBHOOKS } from './tables/webhooks.ts'

const TABLES: readonly Table[] = [
  ...TENANTS,
  ...ASSETS,
  ...FOLDERS,
  ...BELONGINGS,
  ...BLOBS,
  ...KEYS,
  ...UPLOADS,
  ...PAST,
  ...JOBS,
  ...WEBHOOKS,
  ...OPERATION,
  ...TRANSFER,
]

/** Every table of the schema. */
export const ALL_TABLES: readonly Table[] = [...TABLES, SCHEMA_VERSION]

/**
 * Version 1 of the schema. Times are microseconds since the epoch, unless they have a time type. No foreign keys: a
 * check per asset would cost a tenth of an insert.
 */
export const SCHEMA: string = TABLES.map(({ create }) => create).join('')
