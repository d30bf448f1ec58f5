import { StowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from './metadata-store.ts'
import { NEEDED, NEW_ASSET, NEW_CONTENT, type Roles } from './needed-members.ts'

type Call = (request: unknown, ...rest: readonly unknown[]) => Promise<unknown>
type Members = Readonly<Record<string, true>> | null

/** What is within the request of a method, and must be whole as well. */
const WITHIN: Readonly<Record<string, { readonly member: string; readonly needs: Members }>> = {
  'assets.insert': { member: 'assets', needs: NEW_ASSET },
  'versions.replace': { member: 'content', needs: NEW_CONTENT },
}

/**
 * The same records, which refuse a call as `invalid_argument` that leaves out what its method needs: a database would
 * take `undefined` for something else, each for something of its own. All databases pass through this.
 */
export function refusingUndefined<Metadata extends MetadataStore>(metadata: Metadata): Metadata {
  const roles: Record<string, object> = {}
  for (const [role, methods] of Object.entries(NEEDED)) {
    const records = metadata[role as keyof Roles] as unknown as Record<string, Call>
    const checked: Record<string, Call> = {}
    for (const [method, needs] of Object.entries(methods as Record<string, Members>)) {
      const call = records[method]
      if (call === undefined) continue
      // A method without an argument has nothing to check.
      if (method === 'scrub') continue
      checked[method] = checkedCall(`${role}.${method}`, call.bind(records), needs)
    }
    roles[role] = Object.assign({}, records, checked)
  }
  return Object.assign({}, metadata, roles)
}

function checkedCall(name: string, call: Call, needs: Members): Call {
  const members = needs === null ? null : Object.keys(needs)
  const within = WITHIN[name]
  return async (request, ...rest) => {
    if (request === undefined) throw refusal(name, 'Its first argument')
    for (const member of members ?? []) assertGiven(name, request, member)
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
