/**
 * The HTTP contract and the hostile requests as suites for any test runner.
 *
 * @module
 */
export { adapterContract } from './testing/adapter-contract/adapter-contract.ts'
export type {
  AdapterFixture,
  AdapterOptions,
  AdapterScript,
  ReportedError,
  ServedAddress,
  ServedStore,
} from './testing/adapter-contract/adapter-fixture.ts'
export { adapterSetup } from './testing/adapter-contract/adapter-setup.ts'
export type { ApiFixture, PlainAnswer } from './testing/api-fixture.ts'
export { compressedDownloadCases, ROWS } from './testing/compressed-downloads.ts'
export { httpContract } from './testing/contract/http-contract.ts'
export {
  fixtureOf,
  HTTP_SIGNING_SECRET,
  type HttpFixture,
} from './testing/contract/http-fixture.ts'
export { heavyContract } from './testing/heavy-texts/heavy-contract.ts'
export { type HeavyFixture, heavyFixtureOf } from './testing/heavy-texts/heavy-fixture.ts'
export { byEventLoopTurn, byProcessorTime, type Meter } from './testing/heavy-texts/meter.ts'
export type { TextPlace } from './testing/heavy-texts/text-places.ts'
export type { HostileForm } from './testing/hostile/form.ts'
export { assertOutcome } from './testing/hostile/form-cases.ts'
export { hostileForms } from './testing/hostile/forms.ts'
export {
  hostileContract,
  hostileFindContract,
  hostileFormContract,
  hostileKeyContract,
  slowClientContract,
} from './testing/hostile/hostile-contract.ts'
export {
  assertOnlyLeft,
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  SLOW_LIMITS,
  type Traces,
} from './testing/hostile/hostile-fixture.ts'
export type { RawAnswer } from './testing/raw-http.ts'
export { type LeakOptions, leakContract } from './testing/rights/leak-contract.ts'
export type { FindingOptions } from './testing/rights/leak-finding.ts'
export { rightsContract } from './testing/rights/rights-contract.ts'
export type { RightsFixture, RightsOptions } from './testing/rights/rights-fixture.ts'
export { rightsSetup } from './testing/rights/rights-setup.ts'
export { openTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts'
