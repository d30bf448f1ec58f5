export { type BlobWorld, blobContract } from './testing/blob-contract.ts'
export { stagedBytes, stagedIn } from './testing/blob-fixtures.ts'
export { type StagingWorld, stagingContract } from './testing/blob-staging-contract.ts'
export { chaosBlobs } from './testing/chaos-blobs.ts'
export { chaosFileSystem } from './testing/chaos-file-system.ts'
export { chaosMetadata } from './testing/chaos-metadata.ts'
export {
  type ChaosCall,
  type ChaosCode,
  type ChaosFate,
  type ChaosPlan,
  type ChaosPort,
  chaosPlan,
} from './testing/chaos-plan.ts'
export { chaosStaging } from './testing/chaos-staging.ts'
export {
  type ContractCase,
  type ContractExceptions,
  type ContractRunner,
  type ContractSetup,
  describeContract,
} from './testing/contract.ts'
export { type MetadataWorld, metadataContract } from './testing/metadata-contract.ts'
export { newAsset, newKey, newVariant } from './testing/metadata-fixture.ts'
export { type StoreWorld, storeContract, storeWorldOf } from './testing/store-contract.ts'
export { createTestClock, type TestClock } from './testing/test-clock.ts'
export { type TransferWorld, transferContract } from './testing/transfer-contract.ts'
