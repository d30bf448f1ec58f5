import type { MetadataStore } from './metadata-store.ts'
import type { PORT_METHODS } from './port-methods.ts'

/** The roles of a `MetadataStore`: its members that have methods. */
export type Role = {
  [Name in keyof MetadataStore]-?: NonNullable<MetadataStore[Name]> extends (
    ...given: never
  ) => unknown
    ? never
    : Name
}[keyof MetadataStore]

/** A `MetadataStore` without the methods of its own. */
export type Roles = Pick<MetadataStore, Role>

/** The members that a value must have. Of a union: those that all its forms must have. */
type MembersOf<Value> = {
  [Name in keyof Value]-?: Record<string, never> extends Pick<Value, Name> ? never : Name
}[keyof Value]

/** Each of them by name: the compiler finds the one that is missing. */
export type Needed<Value> = [Value] extends [string | readonly unknown[]]
  ? null
  : Readonly<Record<MembersOf<Value> & string, true>>

type NeededBy<Method> = Method extends (...given: infer Given) => unknown
  ? Given extends readonly [infer Request, ...unknown[]]
    ? Needed<Request>
    : false
  : never

/** What the table must say: a method of the port that it leaves out is an error. */
type Complete = {
  readonly [Name in Role]: {
    readonly [Method in keyof MetadataStore[Name]]-?: {
      readonly needs: NeededBy<MetadataStore[Name][Method]>
    } & ({ readonly verb: null } | { readonly verb: string; readonly room: Room })
  }
}

/** What a write does to a disk with little room left. */
export type Room = 'adds' | 'changes' | 'precedes' | 'deletes'

type Given = typeof PORT_METHODS
/** What the table says of methods and members that the port does not have. */
type Beyond = {
  [Name in keyof Given]: Name extends Role
    ? {
        [Method in keyof Given[Name]]: Method extends keyof MetadataStore[Name]
          ? Exclude<
              keyof (Given[Name][Method] & { readonly needs: unknown })['needs'],
              keyof NeededBy<MetadataStore[Name][Method]>
            >
          : Method
      }[keyof Given[Name]]
    : Name
}[keyof Given]

type Checked<Table extends Complete, _Beyond extends never> = Table

/** The table, held against the port. */
export type PortMethods = Checked<Given, Beyond>

type VerbIn<Methods> = {
  [Method in keyof Methods]: Methods[Method] extends { readonly verb: infer Verb extends string }
    ? Verb
    : never
}[keyof Methods]

/** What the writes are called where those of all roles meet. */
export type PortVerb = { [Name in Role]: VerbIn<PortMethods[Name]> }[Role]

type CalledIn<Name extends Role, Verb extends PortVerb> = {
  [Method in keyof MetadataStore[Name]]: PortMethods[Name][Method &
    keyof PortMethods[Name]] extends {
    readonly verb: Verb
  }
    ? MetadataStore[Name][Method]
    : never
}[keyof MetadataStore[Name]]

/** The method of the port that a verb stands for. */
export type MethodOf<Verb extends PortVerb> = { [Name in Role]: CalledIn<Name, Verb> }[Role]

type Accepts<Given, Member> = Given extends readonly unknown[]
  ? { [Index in keyof Given]: Member extends keyof Given[Index] ? true : never }[number]
  : never

/** The writes whose request may say who they are recorded for. */
export type RecordedVerb = {
  [Verb in PortVerb]: true extends Accepts<Required<Parameters<MethodOf<Verb>>>, 'record'>
    ? Verb
    : never
}[PortVerb]
