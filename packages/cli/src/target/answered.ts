import { type CliError, unreachable } from '../exit/cli-error.ts'

/** Reads a value in an answer; `undefined` when it does not have this form. */
export type Form<Value> = (value: unknown) => Value | undefined

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
/** The most characters of a text. The longest text in the service is metadata of 16 KiB. */
const MOST_CHARACTERS = 64 * 1024
const MOST_MEMBERS = 1000

/** Whether a text has the form of a UUID. */
export function isUuid(text: unknown): boolean {
  return typeof text === 'string' && UUID.test(text)
}

/** An id: safe to become part of a path or of a URL. */
export const uuid: Form<string> = (value) => (isUuid(value) ? String(value) : undefined)

export const text: Form<string> = (value) =>
  typeof value === 'string' && value.length <= MOST_CHARACTERS ? value : undefined

/** A whole number from 0, such as bytes. */
export const whole: Form<number> = (value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** Any finite number. */
export const number: Form<number> = (value) => (Number.isFinite(value) ? Number(value) : undefined)

export const amount: Form<number> = (value) =>
  typeof value === 'number' && value >= 0 ? value : undefined

export const time: Form<string> = (value) =>
  typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

export const flag: Form<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const scalar: Form<string | number | boolean | null> = (value) =>
  value === null || typeof value === 'number' ? value : (flag(value) ?? text(value))

/** Any object. Another `answered` reads its members. */
export const object: Form<object> = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined

export function orNull<Value>(form: Form<Value>): Form<Value | null> {
  return (value) => (value === null ? null : form(value))
}

/** `missing` replaces a member that is left out. */
export function orElse<Value>(form: Form<Value>, missing: Value): Form<Value> {
  return (value) => (value === undefined ? missing : form(value))
}

export function listOf<Value>(form: Form<Value>): Form<readonly Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length > MOST_MEMBERS) return undefined
    const items = value.map(form)
    return items.includes(undefined) ? undefined : (items as Value[])
  }
}

/** An object whose members have any names. */
export function recordOf<Value>(form: Form<Value>): Form<Readonly<Record<string, Value>>> {
  return (value) => {
    const entries = Object.entries(object(value) ?? [undefined])
    if (entries.length > MOST_MEMBERS) return undefined
    const read = entries.map(([name, each]) => [name, form(each)] as const)
    return read.every(([, each]) => each !== undefined)
      ? (Object.fromEntries(read) as Record<string, Value>)
      : undefined
  }
}

/**
 * Reads members of an object in an answer, each with its form. Everything from a service goes through here before a
 * command uses it. Throws a `CliError` that names the member: a value without its form does not come from a Stowage
 * service.
 */
export function answered<Shape extends object>(
  what: string,
  value: unknown,
  forms: { readonly [Name in keyof Shape]: Form<Shape[Name]> },
): Shape {
  const given: Readonly<Record<string, unknown>> = Object(value)
  const members = Object.entries<Form<unknown>>(forms).map(([name, form]) => {
    const read = form(Object.hasOwn(given, name) ? given[name] : undefined)
    if (read === undefined) throw oddAnswer(`${what} whose \`${name}\` cannot be`)
    return [name, read]
  })
  return Object.fromEntries(members)
}

/** `what`: the part of the answer that a Stowage service would not send. */
export function oddAnswer(what: string): CliError {
  return unreachable(
    `The service answered with ${what}, so it is no Stowage service, or a proxy has changed it. Check --url.`,
  )
}
