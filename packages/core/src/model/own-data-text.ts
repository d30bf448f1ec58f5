import { invalidArgument } from '../errors/invalid-argument.ts'
import { mustBe } from '../errors/must-be.ts'
import { requireText } from '../errors/require-text.ts'

/** What of a refused text an error shows. */
const SHOWN = 64

/** The text in NFC and trimmed, of 1 to `max` characters; `remedy` says how to say nothing instead. */
export function requireWords(
  argument: string,
  value: unknown,
  max: number,
  remedy: string,
): string {
  if (typeof value !== 'string') throw mustBe(argument, `a string of 1 to ${max} characters`, value)
  const words = requireText(argument, value).normalize('NFC').trim()
  if (words === '') throw invalidArgument(argument, `${argument} is empty. ${remedy}`)
  const length = lengthOf(words)
  if (length <= max) return words
  throw invalidArgument(
    argument,
    `${argument} must have at most ${max} characters, not ${length}. Shorten it.`,
  )
}

/** How many characters a text has, as JSON Schema counts them: an emoji is one, although it takes two code units. */
export function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** A text for messages, shortened. */
export function shownText(text: string): string {
  return JSON.stringify(text.slice(0, SHOWN))
}

/** The members of a plain object; `invalid_argument` for arrays, maps, dates and other objects that JSON would lose. */
export function requireMembers(
  argument: string,
  value: unknown,
  wanted: string,
): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || !isPlain(value)) {
    throw mustBe(argument, wanted, value)
  }
  return Object.entries(value)
}

/** Of whatever realm. An object of a class has more than one prototype above it. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
