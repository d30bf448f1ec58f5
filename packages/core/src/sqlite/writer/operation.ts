import type { PortVerb } from '../../ports/port-types.ts'
import type * as writes from './writes.ts'

/** The writes of a transfer, which do not belong to the port. */
export type TransferVerb =
  | 'receive'
  | 'recordChanges'
  | 'forgetChanges'
  | 'handOver'
  | 'pauseWrites'
  | 'resumeWrites'
  | 'stopRecording'

/** The writes that the writer can do in a batch: those of the port and those of a transfer. */
export type Verb = Exclude<PortVerb, 'scrub'> | TransferVerb

/** The compiler reports a verb that is missing in `writes.ts`. */
type Writes = Pick<typeof writes, Verb>
export type RequestOf<V extends Verb> = Parameters<Writes[V]>[1]
export type ResultOf<V extends Verb> = ReturnType<Writes[V]>

/** A write on its way to the writer. */
export type Operation = {
  readonly [V in Verb]: { readonly verb: V; readonly request: RequestOf<V> }
}[Verb]
