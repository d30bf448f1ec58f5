import type { ContractCase } from '@stowage/core/testing'
import { accessCases } from './access-cases.ts'
import { bulkUploadCases } from './bulk-upload-cases.ts'
import { contentCases } from './content-cases.ts'
import { cursorCases } from './cursor-cases.ts'
import { fileCases } from './file-cases.ts'
import { findCases } from './find-cases.ts'
import { folderCases } from './folder-cases.ts'
import { hostileJsonCases } from './hostile-json-cases.ts'
import type { HttpFixture } from './http-fixture.ts'
import { idempotencyCases } from './idempotency-cases.ts'
import { inputCases } from './input-cases.ts'
import { keyCases } from './key-cases.ts'
import { lifeCycleCases } from './life-cycle-cases.ts'
import { listCases } from './list-cases.ts'
import { matchingCases } from './matching-cases.ts'
import { moveCases } from './move-cases.ts'
import { ownDataCases } from './own-data-cases.ts'
import { protocolCases } from './protocol-cases.ts'
import { replaceCases } from './replace-cases.ts'
import { signingCases } from './signing-cases.ts'
import { storedWholeCases } from './stored-whole-cases.ts'
import { ticketCases } from './ticket-cases.ts'
import { ticketRefusalCases } from './ticket-refusal-cases.ts'
import { uploadCases } from './upload-cases.ts'
import { uploadConnectionCases } from './upload-connection-cases.ts'
import { uploadFormCases } from './upload-form-cases.ts'
import { usageCases } from './usage-cases.ts'

/**
 * What can be seen of the `/api/v1` contract from outside, over a real socket (`http:`), with default
 * limits but for `HttpFixture.fileSize`. The store may hold other assets; only the cases' own are touched.
 */
export const httpContract: readonly ContractCase<HttpFixture>[] = [
  ...protocolCases,
  ...inputCases,
  ...hostileJsonCases,
  ...accessCases,
  ...uploadCases,
  ...uploadFormCases,
  ...storedWholeCases,
  ...uploadConnectionCases,
  ...bulkUploadCases,
  ...idempotencyCases,
  ...contentCases,
  ...replaceCases,
  ...listCases,
  ...lifeCycleCases,
  ...folderCases,
  ...moveCases,
  ...matchingCases,
  ...ownDataCases,
  ...findCases,
  ...cursorCases,
  ...usageCases,
  ...fileCases,
  ...signingCases,
  ...ticketCases,
  ...ticketRefusalCases,
  ...keyCases,
]
