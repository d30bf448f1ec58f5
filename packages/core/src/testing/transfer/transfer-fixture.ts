import type { MetadataStore } from '../../ports/metadata-store.ts'

/** Two fresh, empty databases of records: one with a `transfer.source`, one with a `transfer.target`. */
export interface TransferFixture {
  readonly from: MetadataStore
  readonly to: MetadataStore
  /** Opens a second store on the database of `from`. Absent where records end with their store. */
  reopen?(): Promise<MetadataStore>
}
