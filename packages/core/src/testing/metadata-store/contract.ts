import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { ContractCase } from '../contract.ts'
import type { TestClock } from '../test-clock.ts'
import { attachCases } from './attach-cases.ts'
import { backupCases } from './backup-cases.ts'
import { changeCases } from './change-cases.ts'
import { concurrencyCases } from './concurrency-cases.ts'
import { detachCases } from './detach-cases.ts'
import { insertCases } from './insert-cases.ts'
import { keyCases } from './key-cases.ts'
import { lifeCycleCases } from './life-cycle-cases.ts'
import { listCases } from './list-cases.ts'
import { markCases } from './mark-cases.ts'
import { ownerCases } from './owner-cases.ts'
import { purgeCases } from './purge-cases.ts'
import { reservationCases } from './reservation-cases.ts'
import { retentionCases } from './retention-cases.ts'

/** A fresh, empty metadata store. Cases may close it; disposing must bear that. */
export interface MetadataFixture {
  readonly metadata: MetadataStore
  /** What tells all stores of this world the time; see `createTestClock`. */
  readonly clock: TestClock
  /**
   * Opens a second store on the same database, as another process would. The world's disposal closes
   * it. Absent for a port whose records end with the store.
   */
  reopen?(): Promise<MetadataStore>
  /** Opens a store on what `backup` wrote into the directory, and closes it like the others. Absent without `backup`. */
  restore?(directory: string): Promise<MetadataStore>
}

/** What `MetadataStore` promises. */
export const metadataContract: readonly ContractCase<MetadataFixture>[] = [
  ...insertCases,
  ...markCases,
  ...listCases,
  ...changeCases,
  ...attachCases,
  ...detachCases,
  ...purgeCases,
  ...retentionCases,
  ...ownerCases,
  ...keyCases,
  ...reservationCases,
  ...concurrencyCases,
  ...lifeCycleCases,
  ...backupCases,
]
