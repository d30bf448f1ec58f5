import type * as writes from './writes.ts'

/** What the writer can do: the verbs of the port that write. */
export type Verb = keyof typeof writes
export type RequestOf<V extends Verb> = Parameters<(typeof writes)[V]>[1]
export type ResultOf<V extends Verb> = ReturnType<(typeof writes)[V]>

/** A write on its way to the writer. */
export type Operation = {
  readonly [V in Verb]: { readonly verb: V; readonly request: RequestOf<V> }
}[Verb]
