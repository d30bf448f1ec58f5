// Every write that the writer knows, by the verb of the port. Plain data in, plain data out.
export { attach, forgetPurged, insert, move, purge, update } from './asset-writes.ts'
export { createKey, updateKey } from './key-writes.ts'
export { lease } from './lease-writes.ts'
export { claim, reserve, settle } from './reservation-writes.ts'
