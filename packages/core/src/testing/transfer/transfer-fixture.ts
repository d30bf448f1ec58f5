import type { MigratableMetadata } from '../../ports/transfer.ts'

/** Two fresh, empty databases of records: one with a `transfer.source`, one with a `transfer.target`. */
export interface TransferFixture {
  readonly from: MigratableMetadata
  readonly to: MigratableMetadata
  /** Opens a second store on the database of `from`. Absent where records end with their store. */
  reopen?(): Promise<MigratableMetadata>
}
