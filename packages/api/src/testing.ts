export { adapterContract } from './testing/adapter-contract/adapter-contract.ts'
export type {
  AdapterFixture,
  AdapterOptions,
  ServedStore,
} from './testing/adapter-contract/adapter-fixture.ts'
export { adapterSetup } from './testing/adapter-contract/adapter-setup.ts'
export { httpContract } from './testing/contract/http-contract.ts'
export { type HttpFixture, worldOf } from './testing/contract/http-fixture.ts'
export type { HostileForm } from './testing/hostile/form.ts'
export { assertOutcome } from './testing/hostile/form-cases.ts'
export { hostileForms } from './testing/hostile/forms.ts'
export {
  hostileContract,
  hostileFormContract,
  slowClientContract,
} from './testing/hostile/hostile-contract.ts'
export {
  assertOnlyLeft,
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileWorldOf,
  SLOW_LIMITS,
} from './testing/hostile/hostile-fixture.ts'
export { openTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts'
