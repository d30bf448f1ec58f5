import { mustBe } from '../arguments/must-be.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import { unknownOption } from './unknown-option.ts'

/** Throws `invalid_argument` when an option has a wrong value. `name` is its path, such as `limits.fileSize`. */
export interface Check {
  (value: unknown, name: string): void
  readonly required?: false
  /** Names of the options inside, so that one given at the wrong level is recognised. */
  readonly inner?: readonly string[]
}

/** A check that also refuses an option that was left out. */
export interface RequiredCheck extends Omit<Check, 'required'> {
  (value: unknown, name: string): void
  readonly required: true
}

/** A check for each option, with `required` exactly where the type requires the option. */
export type OptionChecks<Options extends object> = {
  readonly [Name in keyof Options]-?: Partial<Pick<Options, Name>> extends Pick<Options, Name>
    ? Check
    : RequiredCheck
}

/** A check of an option that must be given. */
export function required(check: Check): RequiredCheck {
  return Object.assign((value: unknown, name: string) => check(value, name), {
    required: true as const,
    ...(check.inner && { inner: check.inner }),
  })
}

/**
 * Checks the options of a factory, also for callers in plain JavaScript: names, then values.
 * `invalid_argument` with the path of the first wrong option as `context.argument`; the message names all that are
 * wrong. An option that is `undefined` counts as left out.
 */
export function checkOptions<Options extends object>(
  factory: string,
  options: unknown,
  checks: OptionChecks<Options>,
): asserts options is Options {
  const given = options === undefined ? {} : options
  if (isAnswer(given)) throw uncalled(factory)
  assertObject('options', `an object of options for ${factory}`, given)
  throwAny(factory, faultsIn({ owner: factory, prefix: '' }, given, checks))
}

/** A check of options inside an option. `example` is one that passes. */
export function group<Options extends object>(
  checks: OptionChecks<Options>,
  example?: string,
): Check {
  const inner = Object.keys(checks)
  const wanted = `an object with ${inner.join(', ')}${example ? `, such as ${example}` : ''}`
  const check = (value: unknown, name: string) => {
    assertObject(name, wanted, value)
    throwAny(name, faultsIn({ owner: name, prefix: `${name}.` }, value, checks))
  }
  return Object.assign(check, { inner })
}

/**
 * Whether this is the response that a server passes to a handler: the server then called the factory in place of its
 * handler.
 */
function isAnswer(options: unknown): boolean {
  const { setHeader, writeHead } = Object(options) as Readonly<Record<string, unknown>>
  return typeof setHeader === 'function' && typeof writeHead === 'function'
}

function uncalled(factory: string): StowageError {
  const message = `${factory} was passed as a handler itself. Call it: ${factory}(store).`
  return invalidArgument('store', message)
}

function assertObject(name: string, wanted: string, value: unknown): asserts value is object {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isObject || 'then' in value) throw mustBe(name, wanted, value)
}

interface Place {
  /** What takes the options: a factory, or the option that they are in. */
  readonly owner: string
  /** What the path of each begins with. */
  readonly prefix: string
}

function faultsIn<Options extends object>(
  { owner, prefix }: Place,
  options: object,
  checks: OptionChecks<Options>,
): StowageError[] {
  const known = Object.entries<Check | RequiredCheck>(checks)
  const given = options as Readonly<Record<string, unknown>>
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(checks, name))
    .map((name) => unknownOption({ owner, argument: prefix + name, name, paths: pathsOf(known) }))
  const wrong = known.flatMap(([name, check]) => {
    const value = given[name]
    // A missing option may have been given under the unknown name.
    if (value === undefined && (check.required !== true || unknown.length > 0)) return []
    return faultsOf(check, value, prefix + name)
  })
  return [...unknown, ...wrong]
}

function faultsOf(check: Check | RequiredCheck, value: unknown, name: string): StowageError[] {
  try {
    check(value, name)
    return []
  } catch (error) {
    if (!isStowageError(error, 'invalid_argument')) throw error
    return error.cause instanceof AggregateError ? error.cause.errors : [error]
  }
}

/** Throws one fault as it is, several as a list. */
function throwAny(owner: string, faults: readonly StowageError[]): void {
  const [first] = faults
  if (first === undefined) return
  if (faults.length === 1) throw first
  const lines = faults.map(({ message }) => `- ${message}`)
  const message = `${faults.length} options of ${owner} are wrong:\n${lines.join('\n')}`
  throw invalidArgument(`${first.context.argument}`, message, new AggregateError(faults))
}

/** Each name with the path to show for it: one inside a group may have been given next to the group. */
function pathsOf(known: readonly (readonly [string, Check | RequiredCheck])[]) {
  const paths = new Map<string, string>()
  for (const [outer, { inner = [] }] of known) {
    for (const each of inner) paths.set(each, `${outer}.${each}`)
  }
  for (const [outer] of known) paths.set(outer, outer)
  return paths
}
