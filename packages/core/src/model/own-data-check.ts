import { invalidArgument } from '../errors/invalid-argument.ts'
import { mustBe } from '../errors/must-be.ts'
import { isStorableText, requireText } from '../errors/require-text.ts'
import { isExactNumber, type MetadataValue, type OwnData } from './own-data.ts'
import { lengthOf, requireMembers, requireWords, shownText } from './own-data-text.ts'
import { requireTags } from './tags.ts'

const MAX_TITLE = 255
const MAX_ALT = 1000
const MAX_LANGUAGES = 100
const MAX_LANGUAGE = 64
const MAX_MEMBERS = 64
const MAX_NAME = 64
const MAX_METADATA = 16 * 1024

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
  const { title, alt, tags, metadata } = given
  return {
    ...(title !== undefined && { title: requireTitle(title) }),
    ...(alt !== undefined && { alt: requireAlt(alt) }),
    ...(tags !== undefined && { tags: requireTags('tags', tags) }),
    ...(metadata !== undefined && { metadata: requireMetadata(metadata) }),
  }
}

function requireTitle(title: unknown): string | null {
  if (title === null) return null
  return requireWords('title', title, MAX_TITLE, 'Pass null for none.')
}

/** Under the canonical forms of the language tags. */
function requireAlt(alt: unknown): OwnData['alt'] {
  const members = requireMembers('alt', alt, {
    wanted: ALT_FORM,
    max: MAX_LANGUAGES,
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
    texts.set(language, requireWords(argument, value, MAX_ALT, 'Leave this language out.'))
  }
  return Object.fromEntries(texts)
}

function requireLanguage(name: string): string {
  const language = name.length <= MAX_LANGUAGE ? canonicalLanguage(name) : null
  if (language !== null) return language
  throw invalidArgument(
    'alt',
    `alt has a member ${shownText(name)}, which is no language tag. Use one such as en or pt-BR.`,
  )
}

function canonicalLanguage(name: string): string | null {
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
    max: MAX_MEMBERS,
    kind: 'members',
  })
  const kept = Object.fromEntries(
    members.map(([name, value]) => [requireName(name), requireValue(`metadata.${name}`, value)]),
  )
  const size = Buffer.byteLength(JSON.stringify(kept))
  if (size <= MAX_METADATA) return kept
  throw invalidArgument(
    'metadata',
    `metadata may have at most ${MAX_METADATA} bytes as JSON, not ${size}. Keep more elsewhere, and its id here.`,
  )
}

function requireName(name: string): string {
  const isShort = name.length <= 2 * MAX_NAME && lengthOf(name) <= MAX_NAME
  if (name !== '' && isShort && isStorableText(name)) return name
  throw invalidArgument(
    'metadata',
    `metadata has a member ${shownText(name)}. Names must have 1 to ${MAX_NAME} characters of well-formed Unicode without NUL.`,
  )
}

function requireValue(argument: string, value: unknown): MetadataValue {
  if (typeof value === 'string') return requireText(argument, value)
  if (typeof value === 'number' && Number.isFinite(value)) return requireExact(argument, value)
  if (value === null || typeof value === 'boolean') return value
  throw mustBe(argument, 'a string, a finite number, a boolean or null', value)
}

/** Whole numbers above 2^53 - 1 stand for several, of which JSON readers take one. */
function requireExact(argument: string, value: number): number {
  if (isExactNumber(value)) return value === 0 ? 0 : value
  throw invalidArgument(
    argument,
    `${argument} must be a whole number from -(2^53 - 1) to 2^53 - 1, or have a fraction. Send a larger one as a string.`,
  )
}
