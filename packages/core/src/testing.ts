export { type StoreWorld, storeContract, storeWorldOf } from './testing/asset-store/contract.ts'
export { type BlobWorld, blobContract } from './testing/blob-store/contract.ts'
export { stagedBytes, stagedIn } from './testing/blob-store/fixtures.ts'
export { type StagingWorld, stagingContract } from './testing/blob-store/staging-contract.ts'
export {
  type ContractCase,
  type ContractExceptions,
  type ContractRunner,
  type ContractSetup,
  describeContract,
} from './testing/contract.ts'
export {
  type ChaosCall,
  type ChaosCode,
  type ChaosFate,
  type ChaosPlan,
  type ChaosPort,
  chaosPlan,
} from './testing/fault-injection/fault-plan.ts'
export { chaosBlobs } from './testing/fault-injection/faulty-blobs.ts'
export { chaosFileSystem } from './testing/fault-injection/faulty-file-system.ts'
export { chaosMetadata } from './testing/fault-injection/faulty-metadata.ts'
export { chaosStaging } from './testing/fault-injection/faulty-staging.ts'
export { type MetadataWorld, metadataContract } from './testing/metadata-store/contract.ts'
export { newAsset, newKey, newVariant } from './testing/metadata-store/fixture.ts'
export { createTestClock, type TestClock } from './testing/test-clock.ts'
export { type TransferWorld, transferContract } from './testing/transfer/contract.ts'
