import type { BlobStore } from '../ports/blob-store.ts'
import { blobDeleteCases } from './blob-delete-cases.ts'
import { blobListCases } from './blob-list-cases.ts'
import { blobPutCases } from './blob-put-cases.ts'
import { blobQuarantineCases } from './blob-quarantine-cases.ts'
import { blobReadCases } from './blob-read-cases.ts'
import type { ContractCase } from './contract.ts'

/** An empty blob store. */
export interface BlobWorld {
  readonly blobs: BlobStore
}

/** What the `BlobStore` port promises, sentence by sentence. */
export const blobContract: readonly ContractCase<BlobWorld>[] = [
  ...blobPutCases,
  ...blobReadCases,
  ...blobDeleteCases,
  ...blobQuarantineCases,
  ...blobListCases,
]
