import type { BlobStore } from '../../ports/blob-store.ts'
import type { ContractCase } from '../contract.ts'
import { blobDeleteCases } from './delete-cases.ts'
import { blobListCases } from './list-cases.ts'
import { blobPutCases } from './put-cases.ts'
import { blobQuarantineCases } from './quarantine-cases.ts'
import { blobReadCases } from './read-cases.ts'

/** An empty blob store. */
export interface BlobFixture {
  readonly blobs: BlobStore
  /**
   * Makes the blob of this key one that cannot be deleted, until `dispose`. Absent where nothing but the
   * whole medium can fail: the case of a partial failure then has nothing to show.
   */
  readonly obstruct?: (key: string) => Promise<void>
}

/** What the `BlobStore` port promises, sentence by sentence. */
export const blobContract: readonly ContractCase<BlobFixture>[] = [
  ...blobPutCases,
  ...blobReadCases,
  ...blobDeleteCases,
  ...blobQuarantineCases,
  ...blobListCases,
]
