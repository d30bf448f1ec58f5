import type { MetadataStore } from '../../ports/metadata-store.ts'
import type { PortMethods, Role } from '../../ports/port-types.ts'
import { methodsOf, type PortCall } from '../../ports/port-views.ts'
import type { RequestOf, ResultOf, Verb } from './operation.ts'
import type { Writer } from './writer.ts'

type Fits<Method, V extends Verb> = Method extends (
  ...given: infer Given extends readonly [unknown]
) => Promise<infer Answer>
  ? [Given[0], ResultOf<V>] extends [RequestOf<V>, Answer]
    ? true
    : false
  : false

/** The writes of a role whose request goes to the writer, and whose result comes back, unchanged. */
export type ForwardedWrites<Name extends Role> = {
  readonly [Method in keyof MetadataStore[Name] &
    keyof PortMethods[Name] as PortMethods[Name][Method] extends {
    readonly verb: infer V extends Verb
  }
    ? true extends Fits<MetadataStore[Name][Method], V>
      ? Method
      : never
    : never]: MetadataStore[Name][Method]
}

/** Implements these writes. The compiler requires the others where the role is made. */
export function forwardedWrites<Name extends Role>(
  role: Name,
  writer: Pick<Writer, 'write'>,
): ForwardedWrites<Name> {
  const writes = methodsOf(role).flatMap(({ name, verb }) => {
    if (verb === null || verb === 'scrub') return []
    const write: PortCall = (request) => writer.write(verb, request as never)
    return [[name, write] as const]
  })
  return Object.fromEntries(writes) as ForwardedWrites<Name>
}
