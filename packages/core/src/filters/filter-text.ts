import { EXTERNAL_ID_FORM } from '../assets/external-id.ts'
import { tagKey } from '../own-data/tags.ts'
import { MAX_FILTER_TEXT } from './filter-values.ts'

/** A text that a filter takes: 1 to 255 characters, with the further rules of this object. */
export interface FilterText {
  /** What several of them are called, for clients. */
  readonly plural: string
  /** What one must be, for developers. */
  readonly wanted?: string
  /** A regular expression, as JSON Schema has it too. */
  readonly pattern?: string
  /** Whether the pattern bounds the length. */
  readonly isBounded?: true
  readonly examples?: readonly string[]
  /** Whether it is compared in lower case. */
  readonly lowerCase?: true
  /** Makes what databases compare in its place. */
  readonly key?: (text: string) => string
}

/** Any text: titles, names, ids of users. */
export function anyText(plural: string): FilterText {
  return { plural }
}

/** A tag, whatever its case. */
export const TAG: FilterText = {
  plural: `tags of at most ${MAX_FILTER_TEXT} characters`,
  key: (text) => tagKey(text.trim()),
}

const TOKEN = "[\\w!#$%&'^`|~.+-]{1,127}"

/** A media type: both parts as HTTP tokens, without `*`, and only as long as they can be registered. */
export const MEDIA_TYPE: FilterText = {
  plural: 'media types such as `image/png` or `image/*`',
  wanted: "a media type such as 'image/png' or 'image/*'",
  pattern: `^${TOKEN}/(?:\\*|${TOKEN})$`,
  isBounded: true,
  examples: ['image/png', 'image/*'],
  lowerCase: true,
}

/** An extension without its dot. */
export const EXTENSION: FilterText = {
  plural: 'extensions in lower case without dot, such as `jpg`',
  wanted: "an extension in lower case without its dot, such as 'jpg'",
  pattern: '^[^.\\x00A-Z][^\\x00A-Z]*$',
}

/** A SHA-256 in hex. */
export const SHA256: FilterText = {
  plural: 'hashes of 64 hexadecimal digits in lower case',
  wanted: '64 hexadecimal digits in lower case',
  pattern: '^[0-9a-f]{64}$',
  isBounded: true,
}

/** An external id. */
export const EXTERNAL_ID: FilterText = {
  plural: `ids of at most ${MAX_FILTER_TEXT} printable characters`,
  wanted: EXTERNAL_ID_FORM,
  pattern: '^[^\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]*$',
}
