import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { nfc, UNITS_OF_A_CHARACTER } from '../text/normal-forms.ts'

/** How many characters of a refused text an error shows. */
const SHOWN = 64

/** The text in NFC and trimmed, of 1 to `max` characters; `remedy` says how to leave it out. */
export function requireWords(
  argument: string,
  value: unknown,
  max: number,
  remedy: string,
): string {
  if (typeof value !== 'string') throw mustBe(argument, `a string of 1 to ${max} characters`, value)
  const trimmed = requireText(argument, value).trim()
  if (trimmed === '') throw invalidArgument(argument, `${argument} is empty. ${remedy}`)
  if (trimmed.length <= max * UNITS_OF_A_CHARACTER) {
    const words = nfc(trimmed)
    if (lengthOf(words) <= max) return words
  }
  throw invalidArgument(argument, `${argument} must have at most ${max} characters. Shorten it.`)
}

/** How many characters a text has, as JSON Schema counts them: an emoji is one, although it takes two code units. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Whether a text has at most `max` characters, as `lengthOf` counts them. Looks at no more of it than it must. */
export function isAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && lengthOf(text) <= max)
}

/** A text for messages, shortened and quoted. */
export function shownText(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN))
}

/**
 * The members of a plain object; `invalid_argument` for arrays, maps, dates and other objects that JSON would lose, and
 * for more than `max` members of the kind `kind`.
 */
export function requireMembers(
  argument: string,
  value: unknown,
  { wanted, max, kind }: { readonly wanted: string; readonly max: number; readonly kind: string },
): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || !isPlain(value)) {
    throw mustBe(argument, wanted, value)
  }
  const members = membersUpTo(value, max)
  if (members !== null) return members
  throw invalidArgument(argument, `${argument} may have at most ${max} ${kind}. Leave some out.`)
}

/** The members of an object; `null` when it has more than `max`, and then no more of them are looked at. */
export function membersUpTo(
  value: object,
  max: number,
): readonly (readonly [string, unknown])[] | null {
  const names: string[] = []
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue
    if (names.length === max) return null
    names.push(name)
  }
  return names.map((name) => [name, (value as Readonly<Record<string, unknown>>)[name]] as const)
}

/** Whether it is a plain object, of whatever realm. An object of a class has more than one prototype above it. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
