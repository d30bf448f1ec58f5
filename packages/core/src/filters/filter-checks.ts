import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { requireBoolean } from '../arguments/require-boolean.ts'
import { isStorableText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import { isExactNumber, type MetadataValue } from '../own-data/own-data.ts'
import { isAtMost, membersUpTo } from '../own-data/own-data-text.ts'
import { searchPieces } from '../text/words.ts'
import { requireBounds, requireMoment, requireNumber, requireWhole } from './checked-bounds.ts'
import type { FilterShape } from './filter-kinds.ts'
import { anyText, type FilterText } from './filter-text.ts'
import { MAX_FILTER_MEMBERS, MAX_FILTER_TEXT, MAX_FILTER_VALUES } from './filter-values.ts'

/** The value as plain data; `invalid_argument` that names the argument when it is wrong. */
export type FilterCheck = (argument: string, value: unknown) => unknown

const BOUND = { whole: requireWhole, number: requireNumber, moment: requireMoment } as const
const requireText = textCheck(anyText('texts'))

/** How the values of this shape are checked. */
export function filterCheck(shape: FilterShape): FilterCheck {
  switch (shape.form) {
    case 'folder':
      return shape.orNone ? orNull(requireText) : requireText
    case 'words':
      return anyOf((argument, value) => requireWord(argument, shape.words, value))
    case 'texts': {
      const check = textCheck(shape.text)
      return anyOf(shape.none === undefined ? check : orNull(check))
    }
    case 'flag':
      return requireBoolean
    case 'bounds':
      return (argument, value) => requireBounds(argument, value, BOUND[shape.of])
    case 'metadata':
      return requireMetadata
    case 'search':
      return requireSearch
  }
}

/** What a search looks for; `invalid_argument` unless there is something to look for. */
export function requireSearch(argument: string, value: unknown): readonly string[] {
  const pieces = searchPieces(requireText(argument, value))
  if (pieces.length > 0) return pieces
  throw mustBe(argument, 'a text with a letter, a digit or a symbol', value, 'punctuation alone')
}

function textCheck(text: FilterText) {
  const { wanted = `a string of 1 to ${MAX_FILTER_TEXT} characters` } = text
  const pattern = text.pattern === undefined ? null : new RegExp(text.pattern)
  const { key = (value: string) => value } = text
  return (argument: string, given: unknown): string => {
    const value = text.lowerCase && isShort(given) ? given.toLowerCase() : given
    if (typeof value !== 'string') throw mustBe(argument, wanted, value)
    if (isShort(value) && isStorableText(value) && pattern?.test(value) !== false) return key(value)
    throw mustBe(argument, wanted, value, JSON.stringify(value.slice(0, MAX_FILTER_TEXT)))
  }
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && isAtMost(value, MAX_FILTER_TEXT)
}

function anyOf<Value>(check: (argument: string, value: unknown) => Value) {
  return (argument: string, value: unknown): readonly Value[] => {
    const values = givenItems(value, MAX_FILTER_VALUES) ?? [value]
    if (values.length === 0 || values.length > MAX_FILTER_VALUES) {
      throw mustBe(
        argument,
        `one value, or an array of 1 to ${MAX_FILTER_VALUES}`,
        value,
        `${(value as readonly unknown[]).length}`,
      )
    }
    return [...new Set(values.map((each) => check(argument, each)))].sort()
  }
}

function orNull(check: (argument: string, value: unknown) => string) {
  return (argument: string, value: unknown): string | null =>
    value === null ? null : check(argument, value)
}

const MAX_METADATA = 16 * 1024

function requireMetadata(
  argument: string,
  value: unknown,
): Readonly<Record<string, MetadataValue>> {
  const wanted = `an object of 1 to ${MAX_FILTER_MEMBERS} strings, numbers, booleans or nulls`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw mustBe(argument, wanted, value)
  }
  const members = membersUpTo(value, MAX_FILTER_MEMBERS)
  const fits =
    members !== null &&
    members.length >= 1 &&
    members.every(([name, each]) => name !== '' && isStorableText(name) && isMetadataValue(each)) &&
    JSON.stringify(value).length <= MAX_METADATA
  if (!fits) throw mustBe(argument, wanted, value)
  return Object.fromEntries(members) as Record<string, MetadataValue>
}

function isMetadataValue(value: unknown): value is MetadataValue {
  if (typeof value === 'string') return isStorableText(value)
  return value === null || typeof value === 'boolean' || isExactNumber(value)
}
