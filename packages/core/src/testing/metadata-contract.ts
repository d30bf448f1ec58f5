import type { MetadataStore } from '../ports/metadata-store.ts'
import type { ContractCase } from './contract.ts'
import { attachCases } from './metadata-attach-cases.ts'
import { backupCases } from './metadata-backup-cases.ts'
import { changeCases } from './metadata-change-cases.ts'
import { concurrencyCases } from './metadata-concurrency-cases.ts'
import { detachCases } from './metadata-detach-cases.ts'
import { insertCases } from './metadata-insert-cases.ts'
import { keyCases } from './metadata-key-cases.ts'
import { lifeCycleCases } from './metadata-life-cycle-cases.ts'
import { listCases } from './metadata-list-cases.ts'
import { markCases } from './metadata-mark-cases.ts'
import { ownerCases } from './metadata-owner-cases.ts'
import { purgeCases } from './metadata-purge-cases.ts'
import { reservationCases } from './metadata-reservation-cases.ts'
import { retentionCases } from './metadata-retention-cases.ts'
import type { TestClock } from './test-clock.ts'

/** A fresh, empty metadata store. Cases may close it; disposing must bear that. */
export interface MetadataWorld {
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
export const metadataContract: readonly ContractCase<MetadataWorld>[] = [
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
