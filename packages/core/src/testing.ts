/**
 * The contracts of the ports as suites for any test runner, and fault injection.
 *
 * @module
 */
export { storeContract, storeFixtureOf } from './testing/asset-store/contract.ts'
export type { StoreFixture, StorePorts } from './testing/asset-store/store-fixture.ts'
export type { BlobFixture } from './testing/blob-store/blob-fixture.ts'
export { blobContract } from './testing/blob-store/contract.ts'
export {
  assertBytes,
  assertMissing,
  bytesOf,
  collected,
  stagedBytes,
  stagedIn,
} from './testing/blob-store/fixtures.ts'
export { type StagingFixture, stagingContract } from './testing/blob-store/staging-contract.ts'
export {
  type ContractCase,
  type ContractExceptions,
  type ContractRunner,
  type ContractSetup,
  describeContract,
} from './testing/contract.ts'
export {
  type FaultAction,
  type FaultCode,
  type FaultPlan,
  type FaultyPort,
  faultPlan,
  type PortCall,
} from './testing/fault-injection/fault-plan.ts'
export { faultyBlobs } from './testing/fault-injection/faulty-blobs.ts'
export { faultyFileSystem } from './testing/fault-injection/faulty-file-system.ts'
export { faultyMetadata } from './testing/fault-injection/faulty-metadata.ts'
export { faultyStaging } from './testing/fault-injection/faulty-staging.ts'
export { forSeeds, type Random, type SeededCase } from './testing/for-seeds.ts'
export { metadataContract } from './testing/metadata-store/contract.ts'
export { askedValues, randomMember } from './testing/metadata-store/finding/asked-values.ts'
export {
  newAsset,
  newKey,
  newTicket,
  newVariant,
  stored,
  storedOne,
} from './testing/metadata-store/fixture.ts'
export type { MetadataFixture } from './testing/metadata-store/metadata-fixture.ts'
export { createTestClock, type TestClock } from './testing/test-clock.ts'
export { transferContract } from './testing/transfer/contract.ts'
export { visibleRecords, writeVariety } from './testing/transfer/fixture.ts'
export type { TransferFixture } from './testing/transfer/transfer-fixture.ts'
