import type { OptionChecks } from '../options/check-options.ts'
import { callback, flag, integer } from '../options/checks.ts'
import type { Clock } from '../time/timestamp.ts'
import type { MetadataStore } from './metadata-store.ts'

/** How a store opens its records. */
export interface OpenRecordsOptions {
  /** Opens read-only: nothing is made or migrated, and every write is refused as `unavailable`. Default `false`. */
  readonly readOnly?: boolean
  /**
   * For a database on a local volume: bytes that uploads leave free there, so that a full store can still be emptied.
   * With less room, what adds to the store is refused as `insufficient_storage`. Pages that the database has freed
   * count as free. 0: none. Default 64 MiB, or a tenth of a volume smaller than 640 MiB.
   */
  readonly keepFree?: number
  /**
   * For a database without a clock of its own: returns the time of every write, in microseconds. Default: the system's
   * clock.
   */
  readonly clock?: Clock
}

/** What each of these options must be. */
export const OPEN_RECORDS_OPTIONS: OptionChecks<OpenRecordsOptions> = {
  readOnly: flag,
  keepFree: integer(0, Number.MAX_SAFE_INTEGER),
  clock: callback,
}

/** Where records are, and how they are opened: what `sqlite()` and `postgres()` make. */
export interface RecordsLocation<Records extends MetadataStore = MetadataStore> {
  /** Opens the records. Each call resolves to records of its own, which the caller closes. */
  open(options?: OpenRecordsOptions): Promise<Records>
}
