import { ALLOW_PATTERN, MISNOMERS, OWN_DATA_LIMITS } from '@stowage/core/internal'

/** The schema of a text. */
interface TextSchema {
  readonly type: 'string'
  readonly pattern: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly not?: object
}

/** Control characters, for a character class of a pattern. */
const CONTROL = '\\x00-\\x1f\\x7f-\\x9f'

/** A text as databases can hold it: without NUL. */
export const plainText: TextSchema = { type: 'string', pattern: '^[^\\x00]*$' }

/** The same, of 1 to `max` characters. */
export function shortText(max: number): TextSchema {
  return { ...plainText, minLength: 1, maxLength: max }
}

/** The same, but not only spaces, which are trimmed. */
export function words(max: number): TextSchema {
  return { ...shortText(max), pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$' }
}

/** A tag. It has no comma, because commas separate tags in the filter of a URL. */
export const tag: TextSchema = {
  ...shortText(OWN_DATA_LIMITS.tag),
  pattern: `^\\s*[^\\s,${CONTROL}](?:[^,${CONTROL}]*[^\\s,${CONTROL}])?\\s*$`,
}

/** Characters that the store removes from names because they forge what a listing shows; of the first plane only. */
const DROPPED = `\\s${CONTROL}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069`
/** The other invisible characters of that plane, without U+2800: https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point */
const UNSEEN =
  '\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200d\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\uffa0\\ufff0-\\ufff8'

/** Spaces and invisible characters, for a character class of a pattern. */
export const INVISIBLE: string = DROPPED + UNSEEN

/** A name that someone typed, with a visible character. Longer names are cut. */
export const typedName: TextSchema = {
  type: 'string',
  minLength: 1,
  pattern: '^[^/\\\\]*$',
  not: { pattern: `^(?:[${DROPPED}]*\\.{0,2}[${DROPPED}]*|[${INVISIBLE}\\u2800]*)$` },
}

/** A type that files may have. */
export const allowedType: TextSchema = {
  type: 'string',
  maxLength: 255,
  pattern: ALLOW_PATTERN,
  not: { type: 'string', enum: Object.keys(MISNOMERS) },
}

/** The largest whole number that every JSON parser reads exactly. */
export const MAX_WHOLE: number = Number.MAX_SAFE_INTEGER

/** A value of `metadata`, to store or to compare. Larger numbers are whole, and each stands for several. */
export const metadataValue: object = {
  type: ['string', 'number', 'boolean', 'null'],
  pattern: plainText.pattern,
  minimum: -MAX_WHOLE,
  maximum: MAX_WHOLE,
}

const LONG_MONTH = '(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])'
const SHORT_MONTH = '(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)'
const FEBRUARY = '02-(?:0[1-9]|1\\d|2[0-8])'
const LEAP_DAY = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29'
/** A day that exists. */
const DAY = `(?:\\d{4}-(?:${LONG_MONTH}|${SHORT_MONTH}|${FEBRUARY})|${LEAP_DAY})`
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'

/** A day, or a time with its offset. A fraction needs seconds and has at most `digits` digits. */
export function momentPattern(digits: number): string {
  return `^${DAY}(?:T${CLOCK}(?::[0-5]\\d(?:\\.\\d{1,${digits}})?)?(?:Z|[+-]${CLOCK}))?$`
}
