import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { accessCases } from './access-cases.ts'
import { contentCases } from './assets/content-cases.ts'
import { lifeCycleCases } from './assets/life-cycle-cases.ts'
import { moveCases } from './assets/move-cases.ts'
import { ownDataCases } from './assets/own-data-cases.ts'
import { replaceCases } from './assets/replace-cases.ts'
import { usageCases } from './assets/usage-cases.ts'
import { eventCases } from './event-cases.ts'
import { fileCases } from './file-cases.ts'
import { folderCases } from './folder-cases.ts'
import { hostileJsonCases } from './hostile-json-cases.ts'
import { inputCases } from './input-cases.ts'
import { jobCases } from './job-cases.ts'
import { keyCases } from './key-cases.ts'
import { cursorCases } from './lists/cursor-cases.ts'
import { findCases } from './lists/find-cases.ts'
import { listCases } from './lists/list-cases.ts'
import { matchingCases } from './lists/matching-cases.ts'
import { protocolCases } from './protocol-cases.ts'
import { draftCases } from './resumable/draft-cases.ts'
import { resumedConnectionCases } from './resumable/resumed-connection-cases.ts'
import { tusCoreCases } from './resumable/tus-core-cases.ts'
import { tusCreationCases } from './resumable/tus-creation-cases.ts'
import { tusExtensionCases } from './resumable/tus-extension-cases.ts'
import { uploadRightsCases } from './resumable/upload-rights-cases.ts'
import { uploadTrapCases } from './resumable/upload-trap-cases.ts'
import { signingCases } from './signing-cases.ts'
import { ticketCases } from './tickets/ticket-cases.ts'
import { ticketRefusalCases } from './tickets/ticket-refusal-cases.ts'
import { bulkUploadCases } from './uploads/bulk-upload-cases.ts'
import { idempotencyCases } from './uploads/idempotency-cases.ts'
import { storedWholeCases } from './uploads/stored-whole-cases.ts'
import { uploadCases } from './uploads/upload-cases.ts'
import { uploadConnectionCases } from './uploads/upload-connection-cases.ts'
import { uploadFormCases } from './uploads/upload-form-cases.ts'
import { webhookCases } from './webhook-cases.ts'

/**
 * What the `/api/v1` contract shows from outside, over a real socket (`http:`), with default limits except
 * `HttpFixture.fileSize`. The store may hold other assets; the cases touch only their own.
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
  ...tusCoreCases,
  ...tusCreationCases,
  ...tusExtensionCases,
  ...draftCases,
  ...resumedConnectionCases,
  ...uploadRightsCases,
  ...uploadTrapCases,
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
  ...jobCases,
  ...eventCases,
  ...webhookCases,
]
