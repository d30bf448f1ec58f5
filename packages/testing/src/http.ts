/**
 * Suites for adapters, for any test runner: the HTTP contract, rights and hostile requests.
 *
 * @module
 */
export { adapterContract } from './adapter-contract/adapter-contract.ts'
export type {
  AdapterFixture,
  AdapterOptions,
  AdapterScript,
  ReportedError,
  ServedAddress,
  ServedStore,
} from './adapter-contract/adapter-fixture.ts'
export { adapterSetup } from './adapter-contract/adapter-setup.ts'
export { compressedDownloadCases, ROWS } from './adapter-contract/compressed-downloads.ts'
export { heavyAssetCases } from './heavy-texts/heavy-assets.ts'
export { heavyContract } from './heavy-texts/heavy-contract.ts'
export { type HeavyFixture, heavyFixtureOf } from './heavy-texts/heavy-fixture.ts'
export { byEventLoopTurn, byProcessorTime, type Meter } from './heavy-texts/meter.ts'
export type { TextPlace } from './heavy-texts/text-places.ts'
export type { HostileForm } from './hostile/form.ts'
export { assertOutcome } from './hostile/form-cases.ts'
export { hostileForms } from './hostile/forms.ts'
export {
  hostileContract,
  hostileFindContract,
  hostileFormContract,
  hostileKeyContract,
  slowClientContract,
} from './hostile/hostile-contract.ts'
export {
  assertOnlyLeft,
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  SLOW_LIMITS,
  type Traces,
} from './hostile/hostile-fixture.ts'
export type { ApiFixture, PlainAnswer } from './http/api-fixture.ts'
export {
  fixtureOf,
  HTTP_SIGNING_SECRET,
  HTTP_WEBHOOKS,
  type HttpFixture,
} from './http/http-fixture.ts'
export type { RawAnswer } from './http/raw-http.ts'
export { openTemporaryStore, type TemporaryStore } from './http/temporary-store.ts'
export { httpContract } from './http-contract/http-contract.ts'
export { type LeakOptions, leakContract } from './rights/leak-contract.ts'
export type { FindingOptions } from './rights/leak-finding.ts'
export { rightsContract } from './rights/rights-contract.ts'
export type { RightsFixture, RightsOptions } from './rights/rights-fixture.ts'
export { rightsSetup } from './rights/rights-setup.ts'
