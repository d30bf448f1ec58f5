import type * as operations from './operations.ts'

/** What the writer can do: the verbs of the port that write. */
export type Verb = keyof typeof operations
export type RequestOf<V extends Verb> = Parameters<(typeof operations)[V]>[1]
export type ResultOf<V extends Verb> = ReturnType<(typeof operations)[V]>

/** A write on its way to the writer. */
export type Operation = {
  readonly [V in Verb]: { readonly verb: V; readonly request: RequestOf<V> }
}[Verb]
