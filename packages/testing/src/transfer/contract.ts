import type { ContractCase } from '../contract/contract.ts'
import { transferEntryCases } from './entry-cases.ts'
import { transferErasureCases } from './erasure-cases.ts'
import { transferExternalIdCases } from './external-id-cases.ts'
import { transferFeedCases } from './feed-cases.ts'
import { transferPauseCases } from './pause-cases.ts'
import type { TransferFixture } from './transfer-fixture.ts'

/** What `Transfer` promises, from one port to another or to itself. */
export const transferContract: readonly ContractCase<TransferFixture>[] = [
  ...transferEntryCases,
  ...transferExternalIdCases,
  ...transferErasureCases,
  ...transferFeedCases,
  ...transferPauseCases,
]
