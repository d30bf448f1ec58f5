import type { Room } from '../../ports/port-types.ts'
import type { TransferVerb, Verb } from './operation.ts'

interface TransferWrite {
  readonly room: Room
  /** Whether it also runs while the database serves nobody, because its records move or have moved. */
  readonly whileMoving: boolean
}

const TRANSFER_WRITES: Readonly<Record<TransferVerb, TransferWrite>> = {
  receive: { room: 'adds', whileMoving: false },
  recordChanges: { room: 'adds', whileMoving: true },
  forgetChanges: { room: 'deletes', whileMoving: true },
  handOver: { room: 'deletes', whileMoving: true },
  pauseWrites: { room: 'deletes', whileMoving: true },
  resumeWrites: { room: 'deletes', whileMoving: true },
  stopRecording: { room: 'deletes', whileMoving: true },
}

/** The write of a transfer; `undefined` for a write of the port. */
export function transferWrite(verb: Verb): TransferWrite | undefined {
  return (TRANSFER_WRITES as Partial<Record<Verb, TransferWrite>>)[verb]
}
