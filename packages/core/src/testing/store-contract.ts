import type { AssetStore } from '../store/asset-store.ts'
import type { ContractCase } from './contract.ts'
import { keyCases } from './store-key-cases.ts'
import { lifeCycleCases } from './store-life-cycle-cases.ts'
import { listCases } from './store-list-cases.ts'
import { repetitionCases } from './store-repetition-cases.ts'
import { uploadCases } from './store-upload-cases.ts'

/** A fresh, empty store with default limits except `filesPerUpload: 5`, `fileSize: 2_000_000`, `idsPerRequest: 10`. */
export interface StoreWorld {
  readonly store: AssetStore
  /** How many blobs the blob store holds, of records or not. */
  countBlobs(): Promise<number>
}

/** What `AssetStore` promises, on any pair of ports. */
export const storeContract: readonly ContractCase<StoreWorld>[] = [
  ...uploadCases,
  ...repetitionCases,
  ...listCases,
  ...lifeCycleCases,
  ...keyCases,
]
