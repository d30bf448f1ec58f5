import { invalidArgument } from '../errors/invalid-argument.ts'
import { mustBe } from '../errors/must-be.ts'
import type { StowageError } from '../errors/stowage-error.ts'
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

/** A check for each option, with `required` exactly where the type has the option required. */
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
 * `invalid_argument` with the path of the first wrong option as `context.argument`. An option that is
 * `undefined` counts as left out.
 */
export function checkOptions<Options extends object>(
  factory: string,
  options: unknown,
  checks: OptionChecks<Options>,
): asserts options is Options {
  const given = options === undefined ? {} : options
  if (isAnswer(given)) throw uncalled(factory)
  assertObject('options', `an object of options for ${factory}`, given)
  assertOptions({ owner: factory, prefix: '' }, given, checks)
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
    assertOptions({ owner: name, prefix: `${name}.` }, value, checks)
  }
  return Object.assign(check, { inner })
}

/** Whether it is what a server gives to a handler beside the request: it called the factory in place of its handler. */
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

function assertOptions<Options extends object>(
  { owner, prefix }: Place,
  options: object,
  checks: OptionChecks<Options>,
): void {
  const known = Object.entries<Check | RequiredCheck>(checks)
  const given = options as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(checks, name)) continue
    throw unknownOption({ owner, argument: `${prefix}${name}`, name, paths: pathsOf(known) })
  }
  for (const [name, check] of known) {
    const value = given[name]
    if (value !== undefined || check.required === true) check(value, `${prefix}${name}`)
  }
}

/** Each name with the path to show for it: one inside a group may have been given beside the group. */
function pathsOf(known: readonly (readonly [string, Check | RequiredCheck])[]) {
  const paths = new Map<string, string>()
  for (const [outer, { inner = [] }] of known) {
    for (const each of inner) paths.set(each, `${outer}.${each}`)
  }
  for (const [outer] of known) paths.set(outer, outer)
  return paths
}
