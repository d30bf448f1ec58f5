import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from './metadata-store.ts'
import { NEW_ASSET, NEW_CONTENT, NEW_JOB } from './needed-members.ts'
import { callMethod, makeRoles, type PortCall, type PortMethod } from './port-views.ts'

/** What is within the request of a write, and must be complete as well. */
const WITHIN: Partial<
  Record<string, { readonly member: string; readonly needs: Readonly<Record<string, true>> }>
> = {
  insert: { member: 'assets', needs: NEW_ASSET },
  replaceContent: { member: 'content', needs: NEW_CONTENT },
  enqueueJobs: { member: 'jobs', needs: NEW_JOB },
}

/**
 * The same records, but they refuse as `invalid_argument` a call that leaves out what its method needs: each database
 * would take `undefined` for something of its own. All databases pass through this.
 */
export function refusingUndefined<Metadata extends MetadataStore>(metadata: Metadata): Metadata {
  const roles = makeRoles((method) => {
    const call: PortCall = (...given) => callMethod(metadata, method, given)
    // A method without an argument has nothing to check.
    return method.needs === false ? call : checkedCall(method, call)
  })
  return Object.assign({}, metadata, roles)
}

function checkedCall({ role, name: method, verb, needs }: PortMethod, call: PortCall): PortCall {
  const name = `${role}.${method}`
  const members = Object.keys(needs || {})
  const within = WITHIN[verb ?? '']
  return async (request, ...rest) => {
    if (request === undefined) throw refusal(name, 'Its first argument')
    for (const member of members) assertGiven(name, request, member)
    if (within !== undefined) {
      const inner = (request as Record<string, unknown>)[within.member]
      const values: readonly unknown[] = Array.isArray(inner) ? inner : [inner]
      for (const value of values) {
        for (const member in within.needs) assertGiven(name, value, member)
      }
    }
    return call(request, ...rest)
  }
}

function assertGiven(name: string, value: unknown, member: string): void {
  if ((value as Record<string, unknown>)[member] === undefined) throw refusal(name, member)
}

function refusal(name: string, what: string): StowageError {
  return new StowageError(
    'invalid_argument',
    `${what} of ${name} is undefined. Pass a value, or null where there is none.`,
    { context: { argument: what } },
  )
}
