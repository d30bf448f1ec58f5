import type { MetadataStore } from './metadata-store.ts'
import { PORT_METHODS } from './port-methods.ts'
import type { PortVerb, Role, Roles, Room } from './port-types.ts'

/** One method of the port, as `PORT_METHODS` says. */
export interface PortMethod {
  readonly role: Role
  readonly name: string
  /** `null`: a read. */
  readonly verb: PortVerb | null
  readonly room: Room | null
  readonly needs: Readonly<Record<string, true>> | null | false
}

/** A method of the port, whichever it is. */
export type PortCall = (...given: readonly unknown[]) => Promise<unknown>

/** The methods of one role. */
export function methodsOf(role: Role): readonly PortMethod[] {
  const methods: readonly [string, object][] = Object.entries(PORT_METHODS[role])
  return methods.map(
    ([name, said]) => Object.assign({ role, name, room: null }, said) as PortMethod,
  )
}

/** The roles of the port. */
export const ROLES: readonly Role[] = Object.keys(PORT_METHODS) as Role[]

/** Every method of the port. */
export const ALL_METHODS: readonly PortMethod[] = ROLES.flatMap(methodsOf)

/** All roles, with every method as `make` makes it. */
export function makeRoles(make: (method: PortMethod) => PortCall): Roles {
  const roles = ROLES.map((role) => {
    const methods = methodsOf(role).map((method) => [method.name, make(method)])
    return [role, Object.fromEntries(methods)]
  })
  return Object.fromEntries(roles) as Roles
}

/** The same records, with these methods as `make` makes them. All others cost nothing more. */
export function withMethods(
  records: MetadataStore,
  methods: readonly PortMethod[],
  make: (method: PortMethod) => PortCall,
): MetadataStore {
  const roles = new Map<Role, object>()
  for (const method of methods) {
    const role = roles.get(method.role) ?? Object.create(records[method.role])
    roles.set(method.role, Object.defineProperty(role, method.name, { value: make(method) }))
  }
  return Object.assign(Object.create(records), Object.fromEntries(roles)) as MetadataStore
}

/** Calls this method of these records. */
export function callMethod(
  records: Roles,
  { role, name }: Pick<PortMethod, 'role' | 'name'>,
  given: readonly unknown[],
): Promise<unknown> {
  const methods = records[role] as unknown as Readonly<Record<string, PortCall>>
  return (methods[name] as PortCall).apply(methods, [...given])
}
