import { ASSETS } from './tables/assets.ts'
import { BELONGINGS } from './tables/belongings.ts'
import { BLOBS } from './tables/blobs.ts'
import { FOLDERS } from './tables/folders.ts'
import { KEYS } from './tables/keys.ts'
import { OPERATION } from './tables/operation.ts'
import { PAST } from './tables/past.ts'
import { TENANTS } from './tables/tenants.ts'
import { TRANSFER } from './tables/transfer.ts'

/**
 * Version 1 of the schema. Times are microseconds since the epoch, unless they have a time type. No foreign keys: a
 * check per asset would cost a tenth of an insert.
 */
export const SCHEMA: string =
  TENANTS + ASSETS + FOLDERS + BELONGINGS + BLOBS + KEYS + PAST + OPERATION + TRANSFER
