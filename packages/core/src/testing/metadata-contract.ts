import type { MetadataStore } from '../ports/metadata-store.ts'
import type { ContractCase } from './contract.ts'
import { attachCases } from './metadata-attach-cases.ts'
import { changeCases } from './metadata-change-cases.ts'
import { concurrencyCases } from './metadata-concurrency-cases.ts'
import { insertCases } from './metadata-insert-cases.ts'
import { keyCases } from './metadata-key-cases.ts'
import { lifeCycleCases } from './metadata-life-cycle-cases.ts'
import { listCases } from './metadata-list-cases.ts'
import { purgeCases } from './metadata-purge-cases.ts'
import { reservationCases } from './metadata-reservation-cases.ts'

/** A fresh, empty metadata store. Cases may close it; disposing must bear that. */
export interface MetadataWorld {
  readonly metadata: MetadataStore
  /**
   * Opens a second store on the same database, as another process would. The world's disposal closes
   * it. Absent for a port whose records end with the store.
   */
  reopen?(): Promise<MetadataStore>
}

/** What `MetadataStore` promises. */
export const metadataContract: readonly ContractCase<MetadataWorld>[] = [
  ...insertCases,
  ...listCases,
  ...changeCases,
  ...attachCases,
  ...purgeCases,
  ...keyCases,
  ...reservationCases,
  ...concurrencyCases,
  ...lifeCycleCases,
]
