/**
 * Suites for stores of records, stores of files, and the store itself, for any test runner. Fault injection.
 *
 * @module
 */

export type { BlobFixture } from './blob-store/blob-fixture.ts'
export { blobContract } from './blob-store/contract.ts'
export {
  assertBytes,
  assertMissing,
  bytesOf,
  collected,
  stagedBytes,
  stagedIn,
} from './blob-store/fixtures.ts'
export { pieceContract } from './blob-store/pieces/contract.ts'
export type { PiecedBlobs, PieceFixture } from './blob-store/pieces/piece-fixture.ts'
export { type StagingFixture, stagingContract } from './blob-store/staging-contract.ts'
export {
  type ContractCase,
  type ContractExceptions,
  type ContractRunner,
  type ContractSetup,
  describeContract,
} from './contract/contract.ts'
export {
  type FaultAction,
  type FaultCode,
  type FaultPlan,
  type FaultyPort,
  faultPlan,
  type PortCall,
} from './fault-injection/fault-plan.ts'
export { faultyBlobs } from './fault-injection/faulty-blobs.ts'
export { faultyFileSystem } from './fault-injection/faulty-file-system.ts'
export { faultyMetadata } from './fault-injection/faulty-metadata.ts'
export { faultyStaging } from './fault-injection/faulty-staging.ts'
export { metadataContract } from './metadata-store/contract.ts'
export { askedValues, randomMember } from './metadata-store/finding/asked-values.ts'
export {
  newAsset,
  newKey,
  newTicket,
  newVariant,
  stored,
  storedOne,
} from './metadata-store/fixture.ts'
export type { MetadataFixture } from './metadata-store/metadata-fixture.ts'
export { storeContract, storeFixtureOf } from './store/contract.ts'
export type { StoreFixture, StorePorts } from './store/store-fixture.ts'
export { createTestClock, type TestClock } from './time/test-clock.ts'
export { transferContract } from './transfer/contract.ts'
export { visibleRecords, writeVariety } from './transfer/fixture.ts'
export type { TransferFixture } from './transfer/transfer-fixture.ts'
