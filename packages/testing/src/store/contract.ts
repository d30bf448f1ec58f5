import { createAssetStore } from '@stowage/core/internal'
import type { ContractCase } from '../contract/contract.ts'
import { auditCases } from './audit-cases.ts'
import { contentCases } from './content-cases.ts'
import { deletionPauseCases } from './deletion-pause-cases.ts'
import { erasureCases } from './erasure-cases.ts'
import { eventCases } from './event-cases.ts'
import { folderCases } from './folder-cases.ts'
import { importCases } from './import-cases.ts'
import { jobCases } from './job-cases.ts'
import { keyCases } from './key-cases.ts'
import { lifeCycleCases } from './life-cycle-cases.ts'
import { listCases } from './list-cases.ts'
import { locationCases } from './location-cases.ts'
import { matchingCases } from './matching-cases.ts'
import { ownDataCases } from './own-data-cases.ts'
import { ownerCases } from './owner-cases.ts'
import { photoCases } from './photo-cases.ts'
import { repairCases } from './repair-cases.ts'
import { repetitionCases } from './repetition-cases.ts'
import { scopeCases } from './scope-cases.ts'
import type { StoreFixture, StorePorts } from './store-fixture.ts'
import { ticketCases } from './ticket-cases.ts'
import { ticketUploadCases } from './ticket-upload-cases.ts'
import { uploadCases } from './upload-cases.ts'
import { usageCases } from './usage-cases.ts'
import { verifyCases } from './verify-cases.ts'
import { versionCases } from './version-cases.ts'

/** A store on these ports, as the contract requires it. */
export function storeFixtureOf(ports: StorePorts): StoreFixture {
  const limits = { filesPerUpload: 5, fileSize: 2_000_000, idsPerRequest: 10 }
  return {
    store: createAssetStore({ ...ports, limits }),
    ports,
    async countBlobs() {
      let count = 0
      for await (const _ of ports.blobs.list()) count += 1
      return count
    },
  }
}

/** What `AssetStore` promises, on any pair of ports. */
export const storeContract: readonly ContractCase<StoreFixture>[] = [
  ...uploadCases,
  ...repetitionCases,
  ...importCases,
  ...contentCases,
  ...photoCases,
  ...locationCases,
  ...listCases,
  ...scopeCases,
  ...folderCases,
  ...usageCases,
  ...auditCases,
  ...eventCases,
  ...erasureCases,
  ...lifeCycleCases,
  ...versionCases,
  ...matchingCases,
  ...ownDataCases,
  ...ownerCases,
  ...keyCases,
  ...jobCases,
  ...ticketCases,
  ...ticketUploadCases,
  ...deletionPauseCases,
  ...verifyCases,
  ...repairCases,
]
