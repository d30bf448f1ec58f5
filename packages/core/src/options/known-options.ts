import type { Check } from './check-options.ts'
import { unknownOption } from './unknown-option.ts'

/** What errors say of a table of options. */
interface TableWords {
  /** What one of them is called. Default `option`. */
  readonly noun?: 'member'
  /** What to pass, as it reads after "Pass", for a call whose options are required. */
  readonly sample?: string
}

/** How an option is checked: by this check, or (`true`) by the code of its call. */
type OptionRule = Check | true

/** The options of a call, which the store checks with every call. */
export interface KnownOptions<Options extends object> extends TableWords {
  /** The call, as a user writes it, such as `keys.create`. */
  readonly owner: string
  readonly rules: ReadonlyMap<string, OptionRule>
  /** For the compiler only: a table fits no options but its own. */
  readonly of?: Options
}

/** Made once for each call. The table names every option, and no other. */
export function knownOptions<Options extends object>(
  owner: string,
  rules: { readonly [Name in keyof Options]-?: OptionRule },
  words: TableWords = {},
): KnownOptions<Options> {
  return { owner, rules: new Map(Object.entries<OptionRule>(rules)), ...words }
}

/**
 * Throws `invalid_argument` for the first option that the call does not have, or that has a wrong value. Costs no memory
 * when there is none.
 */
export function assertKnown<Options extends object>(
  { owner, rules, noun }: KnownOptions<Options>,
  given: object,
): void {
  for (const name in given) {
    const rule = rules.get(name)
    if (typeof rule === 'function') {
      const value = (given as Readonly<Record<string, unknown>>)[name]
      if (value !== undefined) rule(value, name)
    } else if (rule === undefined && Object.hasOwn(given, name)) {
      const paths = new Map([...rules.keys()].map((each) => [each, each]))
      throw unknownOption({ owner, argument: name, name, paths, noun })
    }
  }
}
