import { methodsOf, type PortCall, type PortMethods, type Role } from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { Calls } from '../connection/calls.ts'
import type { Sql } from '../connection/database.ts'
import { hooked } from '../hook/on-write.ts'
import * as writes from './writes.ts'

type Writes = typeof writes

type Fits<Method, Write> = Method extends (
  ...given: infer Given extends readonly [unknown]
) => Promise<infer Answer>
  ? Write extends (sql: Sql, request: infer Taken) => Promise<infer Result>
    ? [Given[0], Result] extends [Taken, Answer]
      ? true
      : false
    : false
  : false

/** The writes of a role that call one function of `writes.ts` with only the request, in one transaction. */
export type PerformedWrites<Name extends Role> = {
  readonly [Method in keyof MetadataStore[Name] &
    keyof PortMethods[Name] as PortMethods[Name][Method] extends {
    readonly verb: infer Verb extends keyof Writes
  }
    ? true extends Fits<MetadataStore[Name][Method], Writes[Verb]>
      ? Method
      : never
    : never]: MetadataStore[Name][Method]
}

/** Implements these writes. The compiler requires the others where the role is made. */
export function performedWrites<Name extends Role>(
  role: Name,
  { write }: Pick<Calls, 'write'>,
): PerformedWrites<Name> {
  const functions = writes as Readonly<Record<string, unknown>>
  const performed = methodsOf(role).flatMap(({ name, verb }) => {
    if (verb === null || !(verb in functions)) return []
    const run = functions[verb] as (sql: Sql, request: unknown) => Promise<unknown>
    const perform: PortCall = (request) => write(hooked(verb, request, (sql) => run(sql, request)))
    return [[name, perform] as const]
  })
  return Object.fromEntries(performed) as PerformedWrites<Name>
}
