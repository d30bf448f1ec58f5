import type { MigratableMetadata } from '@stowage/core/internal'

/** Two fresh, empty databases of records: one with a `transfer.source`, one with a `transfer.target`. */
export interface TransferFixture {
  /** The database that records leave; empty at first. */
  readonly from: MigratableMetadata
  /** The database that receives them; empty at first. */
  readonly to: MigratableMetadata
  /** Opens a second store on the database of `from`. Absent when records disappear with their store. */
  reopen?(): Promise<MigratableMetadata>
}
