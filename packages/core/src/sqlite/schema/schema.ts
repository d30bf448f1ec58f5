import { ASSETS } from './tables/assets.ts'
import { BELONGINGS } from './tables/belongings.ts'
import { BLOBS } from './tables/blobs.ts'
import { FOLDERS } from './tables/folders.ts'
import { KEYS } from './tables/keys.ts'
import { OPERATION } from './tables/operation.ts'
import { PAST } from './tables/past.ts'
import { TENANTS } from './tables/tenants.ts'
import { TERMS } from './tables/terms.ts'

/** Version 1 of the database. Times are microseconds since the epoch, unless said otherwise. */
export const SCHEMA: string =
  TENANTS + ASSETS + TERMS + FOLDERS + BELONGINGS + BLOBS + KEYS + PAST + OPERATION
