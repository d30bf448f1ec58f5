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

/** A name that someone typed. Longer ones are cut. */
export const typedName: TextSchema = {
  type: 'string',
  minLength: 1,
  pattern: '^[^/\\\\]*$',
  not: { pattern: `^[\\s${CONTROL}]*\\.{0,2}[\\s${CONTROL}]*$` },
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

const DAY = '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])'
const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d'

/** A day, or a time with its offset. A fraction needs seconds and has at most `digits` digits. */
export function momentPattern(digits: number): string {
  return `^${DAY}(?:T${CLOCK}(?::[0-5]\\d(?:\\.\\d{1,${digits}})?)?(?:Z|[+-]${CLOCK}))?$`
}
