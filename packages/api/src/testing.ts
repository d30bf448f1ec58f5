export { hostileContract, slowClientContract } from './testing/hostile-contract.ts'
export type { HostileForm } from './testing/hostile-form.ts'
export { assertOutcome } from './testing/hostile-form-cases.ts'
export { hostileForms } from './testing/hostile-forms.ts'
export {
  assertOnlyLeft,
  HOSTILE_LIMITS,
  type HostileWorld,
  hostileWorldOf,
  SLOW_LIMITS,
} from './testing/hostile-world.ts'
export { httpContract } from './testing/http-contract.ts'
export { type HttpWorld, worldOf } from './testing/http-world.ts'
export { openTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts'
