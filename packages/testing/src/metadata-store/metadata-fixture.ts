import type { MetadataStore } from '@stowage/core/ports'
import type { TestClock } from '../time/test-clock.ts'

/** A new, empty metadata store. Cases may close it; disposal must tolerate that. */
export interface MetadataFixture {
  /** An empty metadata store. */
  readonly metadata: MetadataStore
  /** The clock of all stores of this fixture; see `createTestClock`. */
  readonly clock: TestClock
  /**
   * Opens a second store on the same database, as another process would. The fixture's disposal closes it. Absent for a
   * port whose records disappear with the store.
   */
  reopen?(): Promise<MetadataStore>
  /**
   * Opens a store on the copy that `backup` wrote into the directory; disposal closes it like the others. Absent
   * without `backup`.
   */
  restore?(directory: string): Promise<MetadataStore>
}
