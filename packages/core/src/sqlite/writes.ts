// Every write that the writer knows, by the verb of the port. Plain data in, plain data out.
export { attach, detach, insert, move, update } from './asset-writes.ts'
export { forget } from './forget-writes.ts'
export { createKey, updateKey } from './key-writes.ts'
export { lease } from './lease-writes.ts'
export { purge } from './purge-writes.ts'
export { claim, reserve, settle } from './reservations.ts'
export { recordSweep } from './sweep-writes.ts'
export {
  forgetChanges,
  freeze,
  handOver,
  recordChanges,
  stopRecording,
  thaw,
} from './transfer-source.ts'
export { receive } from './transfer-target.ts'
