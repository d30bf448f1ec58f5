import type { ContractCase } from '../contract.ts'
import { addVariantsCases } from './add-variants-cases.ts'
import { auditCases } from './audit-cases.ts'
import { backupCases } from './backup-cases.ts'
import { changeCases } from './change-cases.ts'
import { concurrencyCases } from './concurrency-cases.ts'
import { contentCases } from './content-cases.ts'
import { erasureCases } from './erasure-cases.ts'
import { findCases } from './find-cases.ts'
import { findHostileCases } from './find-hostile-cases.ts'
import { folderAssetCases } from './folder-asset-cases.ts'
import { folderCases } from './folder-cases.ts'
import { folderConcurrencyCases } from './folder-concurrency-cases.ts'
import { folderDeletionCases } from './folder-deletion-cases.ts'
import { folderIfMatchCases } from './folder-if-match-cases.ts'
import { folderScopeCases } from './folder-scope-cases.ts'
import { holdCases } from './hold-cases.ts'
import { idempotencyCases } from './idempotency-cases.ts'
import { ifMatchCases } from './if-match-cases.ts'
import { importCases } from './import-cases.ts'
import { insertCases } from './insert-cases.ts'
import { keyCases } from './key-cases.ts'
import { lifeCycleCases } from './life-cycle-cases.ts'
import { listCases } from './list-cases.ts'
import { matchingCases } from './matching-cases.ts'
import type { MetadataFixture } from './metadata-fixture.ts'
import { orphanCases } from './orphan-cases.ts'
import { ownDataCases } from './own-data-cases.ts'
import { ownerCases } from './owner-cases.ts'
import { ownerConcurrencyCases } from './owner-concurrency-cases.ts'
import { ownerSetCases } from './owner-set-cases.ts'
import { pendingCases } from './pending-cases.ts'
import { pruneCases } from './prune-cases.ts'
import { purgeCases } from './purge-cases.ts'
import { removeVariantsCases } from './remove-variants-cases.ts'
import { reservationCases } from './reservation-cases.ts'
import { retentionCases } from './retention-cases.ts'
import { scanCases } from './scan-cases.ts'
import { scopeCases } from './scope-cases.ts'
import { tenantClaimCases } from './tenant-claim-cases.ts'
import { ticketCases } from './ticket-cases.ts'
import { usageCases } from './usage-cases.ts'
import { versionCases } from './version-cases.ts'

/** What `MetadataStore` promises. */
export const metadataContract: readonly ContractCase<MetadataFixture>[] = [
  ...insertCases,
  ...importCases,
  ...idempotencyCases,
  ...contentCases,
  ...listCases,
  ...scopeCases,
  ...usageCases,
  ...findCases,
  ...findHostileCases,
  ...folderCases,
  ...folderAssetCases,
  ...folderDeletionCases,
  ...folderScopeCases,
  ...folderIfMatchCases,
  ...folderConcurrencyCases,
  ...changeCases,
  ...matchingCases,
  ...ownDataCases,
  ...ifMatchCases,
  ...addVariantsCases,
  ...removeVariantsCases,
  ...versionCases,
  ...scanCases,
  ...purgeCases,
  ...retentionCases,
  ...ownerCases,
  ...ownerSetCases,
  ...ownerConcurrencyCases,
  ...pendingCases,
  ...holdCases,
  ...pruneCases,
  ...auditCases,
  ...erasureCases,
  ...tenantClaimCases,
  ...orphanCases,
  ...keyCases,
  ...ticketCases,
  ...reservationCases,
  ...concurrencyCases,
  ...lifeCycleCases,
  ...backupCases,
]
