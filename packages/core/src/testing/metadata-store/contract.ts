import type { ContractCase } from '../contract.ts'
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
import type { MetadataFixture } from './metadata-fixture.ts'
import { ownerCases } from './owner-cases.ts'
import { purgeCases } from './purge-cases.ts'
import { reservationCases } from './reservation-cases.ts'
import { retentionCases } from './retention-cases.ts'

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
