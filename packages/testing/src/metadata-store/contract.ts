import type { ContractCase } from '../contract/contract.ts'
import { changeCases } from './assets/change-cases.ts'
import { idempotencyCases } from './assets/idempotency-cases.ts'
import { ifMatchCases } from './assets/if-match-cases.ts'
import { importCases } from './assets/import-cases.ts'
import { insertCases } from './assets/insert-cases.ts'
import { lifeCycleCases } from './assets/life-cycle-cases.ts'
import { ownDataCases } from './assets/own-data-cases.ts'
import { scanCases } from './assets/scan-cases.ts'
import { auditCases } from './audit-cases.ts'
import { backupCases } from './backup-cases.ts'
import { holdCases } from './blobs/hold-cases.ts'
import { orphanCases } from './blobs/orphan-cases.ts'
import { pruneCases } from './blobs/prune-cases.ts'
import { purgeCases } from './blobs/purge-cases.ts'
import { reservationCases } from './blobs/reservation-cases.ts'
import { retentionCases } from './blobs/retention-cases.ts'
import { tenantClaimCases } from './blobs/tenant-claim-cases.ts'
import { concurrencyCases } from './concurrency-cases.ts'
import { addVariantsCases } from './contents/add-variants-cases.ts'
import { contentCases } from './contents/content-cases.ts'
import { removeVariantsCases } from './contents/remove-variants-cases.ts'
import { versionCases } from './contents/version-cases.ts'
import { erasureCases } from './erasure-cases.ts'
import { eventCases } from './events/event-cases.ts'
import { findCases } from './finding/find-cases.ts'
import { findHostileCases } from './finding/find-hostile-cases.ts'
import { listCases } from './finding/list-cases.ts'
import { matchingCases } from './finding/matching-cases.ts'
import { scopeCases } from './finding/scope-cases.ts'
import { folderAssetCases } from './folders/folder-asset-cases.ts'
import { folderCases } from './folders/folder-cases.ts'
import { folderConcurrencyCases } from './folders/folder-concurrency-cases.ts'
import { folderDeletionCases } from './folders/folder-deletion-cases.ts'
import { folderIfMatchCases } from './folders/folder-if-match-cases.ts'
import { folderScopeCases } from './folders/folder-scope-cases.ts'
import { jobCases } from './jobs/job-cases.ts'
import { jobFailureCases } from './jobs/job-failure-cases.ts'
import { jobKeepingCases } from './jobs/job-keeping-cases.ts'
import { jobOrderCases } from './jobs/job-order-cases.ts'
import { keyCases } from './keys/key-cases.ts'
import { ticketCases } from './keys/ticket-cases.ts'
import type { MetadataFixture } from './metadata-fixture.ts'
import { ownerCases } from './owners/owner-cases.ts'
import { ownerConcurrencyCases } from './owners/owner-concurrency-cases.ts'
import { ownerSetCases } from './owners/owner-set-cases.ts'
import { pendingCases } from './owners/pending-cases.ts'
import { uploadCases } from './uploads/upload-cases.ts'
import { uploadHoldCases } from './uploads/upload-hold-cases.ts'
import { uploadLimitCases } from './uploads/upload-limit-cases.ts'
import { usageCases } from './usage-cases.ts'
import { usageMomentCases } from './usage-moment-cases.ts'
import { deliveryCases } from './webhooks/delivery-cases.ts'
import { webhookCases } from './webhooks/webhook-cases.ts'

/** What `MetadataStore` promises. */
export const metadataContract: readonly ContractCase<MetadataFixture>[] = [
  ...insertCases,
  ...importCases,
  ...idempotencyCases,
  ...contentCases,
  ...listCases,
  ...scopeCases,
  ...usageCases,
  ...usageMomentCases,
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
  ...jobCases,
  ...jobKeepingCases,
  ...jobFailureCases,
  ...jobOrderCases,
  ...uploadCases,
  ...uploadHoldCases,
  ...uploadLimitCases,
  ...webhookCases,
  ...deliveryCases,
  ...eventCases,
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
