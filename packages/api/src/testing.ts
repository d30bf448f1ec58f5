export { httpContract } from './testing/http-contract.ts'
export { type HttpWorld, worldOf } from './testing/http-world.ts'
export { openTemporaryStore, type TemporaryStore } from './testing/temporary-store.ts'
