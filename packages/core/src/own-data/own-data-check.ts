import { mustBe } from '../arguments/must-be.ts'
import { isStorableText, requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import {
  type Focus,
  isExactNumber,
  type MetadataValue,
  OWN_NAMES,
  type OwnData,
} from './own-data.ts'
import { lengthOf, requireMembers, requireWords, shownText } from './own-data-text.ts'
import { MAX_TAG, MAX_TAGS, requireTags } from './tags.ts'

/** Everything in own data that has a limit. */
export type OwnDataLimit =
  | 'title'
  | 'alt'
  | 'altBytes'
  | 'languages'
  | 'language'
  | 'tag'
  | 'tags'
  | 'members'
  | 'memberName'
  | 'metadata'

/** The limits of own data: characters of texts, and how many there may be. */
export const OWN_DATA_LIMITS: Readonly<Record<OwnDataLimit, number>> = {
  title: 255,
  alt: 1000,
  /** Bytes of all alternative texts, as JSON: a page of lists reads those of a hundred assets. */
  altBytes: 32 * 1024,
  languages: 100,
  language: 64,
  tag: MAX_TAG,
  tags: MAX_TAGS,
  members: 64,
  memberName: 64,
  /** Bytes of `metadata` as JSON. */
  metadata: 16 * 1024,
}

const ALT_FORM = `an object of language tag and text, such as { en: 'A dune at dusk' }`
const METADATA_FORM = `an object of strings, finite numbers, booleans or nulls, such as { client: 'c7' }`

/**
 * The members of own data that are given, as a record keeps them. `invalid_argument`, which names the member
 * (`tags[3]`, `alt.en`, `metadata.price`), for what is not of the documented form.
 */
export function requireOwnData(
  given: {
    readonly [Name in keyof OwnData]?: unknown
  },
): Partial<OwnData> {
  const names = OWN_NAMES.filter((name) => given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, REQUIRE[name](given[name])]))
}

/** The value of each member as a record keeps it. */
const REQUIRE: { readonly [Name in keyof OwnData]: (given: unknown) => OwnData[Name] } = {
  title: requireTitle,
  alt: requireAlt,
  tags: (tags) => requireTags('tags', tags),
  metadata: requireMetadata,
  focus: requireFocus,
}

function requireTitle(title: unknown): string | null {
  if (title === null) return null
  return requireWords('title', title, OWN_DATA_LIMITS.title, 'Pass null for none.')
}

/** Keyed by the canonical forms of the language tags. */
function requireAlt(alt: unknown): OwnData['alt'] {
  const members = requireMembers('alt', alt, {
    wanted: ALT_FORM,
    max: OWN_DATA_LIMITS.languages,
    kind: 'languages',
  })
  const texts = new Map<string, string>()
  for (const [name, value] of members) {
    const language = requireLanguage(name)
    const argument = `alt.${language}`
    if (texts.has(language)) {
      const message = `${argument} is given twice, as ${shownText(name)} too. Leave one out.`
      throw invalidArgument(argument, message)
    }
    texts.set(
      language,
      requireWords(argument, value, OWN_DATA_LIMITS.alt, 'Leave this language out.'),
    )
  }
  const kept = Object.fromEntries(texts)
  requireBytes('alt', kept, OWN_DATA_LIMITS.altBytes, 'Shorten the texts, or keep fewer languages.')
  return kept
}

/** `invalid_argument` when the value has more bytes than that as JSON. */
function requireBytes(name: string, value: object, most: number, remedy: string): void {
  const size = Buffer.byteLength(JSON.stringify(value))
  if (size <= most) return
  throw invalidArgument(
    name,
    `${name} may have at most ${most} bytes as JSON, not ${size}. ${remedy}`,
  )
}

function requireLanguage(name: string): string {
  const language = name.length <= OWN_DATA_LIMITS.language ? canonicalLanguage(name) : null
  if (language !== null) return language
  throw invalidArgument(
    'alt',
    `alt has a member ${shownText(name)}, which is no language tag. Use one such as en or pt-BR.`,
  )
}

/** The language tag (BCP 47) in its canonical form; `null` for what is none. */
export function canonicalLanguage(name: string): string | null {
  try {
    return Intl.getCanonicalLocales(name)[0] ?? null
  } catch {
    return null
  }
}

/** Names and values as they are: a filter finds them by exactly these. `-0`, which JSON does not have, becomes `0`. */
export function requireMetadata(metadata: unknown): OwnData['metadata'] {
  const members = requireMembers('metadata', metadata, {
    wanted: METADATA_FORM,
    max: OWN_DATA_LIMITS.members,
    kind: 'members',
  })
  const kept = Object.fromEntries(
    members.map(([name, value]) => [requireName(name), requireValue(`metadata.${name}`, value)]),
  )
  requireBytes('metadata', kept, OWN_DATA_LIMITS.metadata, 'Keep more elsewhere, and its id here.')
  return kept
}

function requireFocus(focus: unknown): Focus | null {
  if (focus === null) return null
  const { x, y, ...others } = Object(focus)
  if (isShare(x) && isShare(y) && Object.keys(others).length === 0) return { x, y }
  throw mustBe(
    'focus',
    'null or a point such as { x: 0.5, y: 0.25 }, of numbers from 0 to 1',
    focus,
  )
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function requireName(name: string): string {
  const isShort =
    name.length <= 2 * OWN_DATA_LIMITS.memberName && lengthOf(name) <= OWN_DATA_LIMITS.memberName
  if (name !== '' && isShort && isStorableText(name)) return name
  throw invalidArgument(
    'metadata',
    `metadata has a member ${shownText(name)}. Names must have 1 to ${OWN_DATA_LIMITS.memberName} characters of well-formed Unicode without NUL.`,
  )
}

function requireValue(argument: string, value: unknown): MetadataValue {
  if (typeof value === 'string') return requireText(argument, value)
  if (typeof value === 'number' && Number.isFinite(value)) return requireExact(argument, value)
  if (value === null || typeof value === 'boolean') return value
  throw mustBe(argument, 'a string, a finite number, a boolean or null', value)
}

/** A number above 2^53 - 1 can stand for several whole numbers, of which JSON readers take one. */
function requireExact(argument: string, value: number): number {
  if (isExactNumber(value)) return value === 0 ? 0 : value
  throw invalidArgument(
    argument,
    `${argument} must be a whole number from -(2^53 - 1) to 2^53 - 1, or have a fraction. Send a larger one as a string.`,
  )
}
