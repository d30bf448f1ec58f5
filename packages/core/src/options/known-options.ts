import { unknownOption } from './unknown-option.ts'

/** What errors say of a table of options. */
interface TableWords {
  /** What one of them is called. Default `option`. */
  readonly noun?: 'member'
  /** What to pass, as it reads after "Pass", for a call whose options are required. */
  readonly sample?: string
}

/** The names of the options of a call, which the store checks with every call. */
export interface KnownOptions<Options extends object> extends TableWords {
  /** The call, as a user writes it, such as `keys.create`. */
  readonly owner: string
  readonly names: ReadonlySet<string>
  /** For the compiler only: a table fits no options but its own. */
  readonly of?: Options
}

/** Made once for each call. The table names every option, and no other. */
export function knownOptions<Options extends object>(
  owner: string,
  names: { readonly [Name in keyof Options]-?: true },
  words: TableWords = {},
): KnownOptions<Options> {
  return { owner, names: new Set(Object.keys(names)), ...words }
}

/** Throws `invalid_argument` for the first option that the call does not have. Costs no memory when there is none. */
export function assertKnown<Options extends object>(
  { owner, names, noun }: KnownOptions<Options>,
  given: object,
): void {
  for (const name in given) {
    if (names.has(name) || !Object.hasOwn(given, name)) continue
    const paths = new Map([...names].map((each) => [each, each]))
    throw unknownOption({ owner, argument: name, name, paths, noun })
  }
}
