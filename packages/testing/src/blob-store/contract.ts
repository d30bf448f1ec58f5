import type { ContractCase } from '../contract/contract.ts'
import type { BlobFixture } from './blob-fixture.ts'
import { blobDeleteCases } from './delete-cases.ts'
import { blobListCases } from './list-cases.ts'
import { blobPutCases } from './put-cases.ts'
import { blobQuarantineCases } from './quarantine-cases.ts'
import { blobReadCases } from './read-cases.ts'

/** What the `BlobStore` port promises, sentence by sentence. */
export const blobContract: readonly ContractCase<BlobFixture>[] = [
  ...blobPutCases,
  ...blobReadCases,
  ...blobDeleteCases,
  ...blobQuarantineCases,
  ...blobListCases,
]
