export { httpContract } from './testing/contract/http-contract.ts'
export { fixtureOf, type HttpFixture } from './testing/contract/http-fixture.ts'
export type { HostileForm } from './testing/hostile/form.ts'
export { assertOutcome } from './testing/hostile/form-cases.ts'
export { hostileForms } from './testing/hostile/forms.ts'
export { hostileContract, slowClientContract } from './testing/hostile/hostile-contract.ts'
export {
  assertOnlyLeft,
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileFixtureOf,
  SLOW_LIMITS,
} from './testing/hostile/hostile-fixture.ts'
export { openTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts'
