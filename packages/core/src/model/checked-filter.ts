import { mustBe } from '../errors/must-be.ts'
import { requireBoolean } from '../errors/require-boolean.ts'
import { isStorableText } from '../errors/require-text.ts'
import { requireWord } from '../errors/require-word.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import { searchPieces } from '../text/words.ts'
import type { AssetStatus, AssetType } from './asset.ts'
import type { AssetFilter, Bounds } from './asset-filter.ts'
import { requireBounds, requireMoment, requireNumber, requireWhole } from './checked-bounds.ts'
import { requireExternalId } from './external-id.ts'
import { isExactNumber, type MetadataValue } from './own-data.ts'
import { isAtMost, membersUpTo } from './own-data-text.ts'
import { tagKey } from './tags.ts'
import type { Micros } from './timestamp.ts'

/**
 * An `AssetFilter` whose form was checked, as plain data. Two that mean the same are equal as JSON, but for the order
 * of `metadata`.
 */
export interface CheckedFilter {
  readonly folderId?: string | null
  readonly folderTree?: string
  readonly type?: readonly AssetType[]
  /** Lower case; `image/*` for all that begin so. */
  readonly mimeType?: readonly string[]
  readonly extension?: readonly string[]
  /** As `tagKey` makes them. */
  readonly tags?: readonly string[]
  /** As `tagKey` makes them. */
  readonly anyTag?: readonly string[]
  readonly isFavourite?: boolean
  readonly createdBy?: readonly (string | null)[]
  readonly sha256?: readonly string[]
  readonly externalId?: readonly string[]
  readonly status?: readonly AssetStatus[]
  readonly metadata?: Readonly<Record<string, MetadataValue>>
  readonly size?: Bounds<number>
  readonly width?: Bounds<number>
  readonly height?: Bounds<number>
  readonly durationSeconds?: Bounds<number>
  readonly createdAt?: Bounds<Micros>
  readonly updatedAt?: Bounds<Micros>
  /** What `searchPieces` found to look for. */
  readonly search?: readonly string[]
}

/** All that an asset can be. */
export const ASSET_TYPES: readonly AssetType[] = [
  'image',
  'video',
  'audio',
  'document',
  'archive',
  'other',
]
/** All that an asset can have. */
export const ASSET_STATUSES: readonly AssetStatus[] = ['ready', 'processing', 'failed']
/** Characters of one text of a filter. */
export const MAX_FILTER_TEXT = 255
/** Values that one filter may have. */
export const MAX_FILTER_VALUES = 100
/** Members of `metadata` that one filter may have. */
export const MAX_FILTER_MEMBERS = 64
const MAX_METADATA = 16 * 1024

/** What a filter takes as a media type: both parts as tokens of HTTP, without `*`, and as long as they can be registered. */
export const FILTERED_MEDIA_TYPE: RegExp =
  /^[\w!#$%&'^`|~.+-]{1,127}\/(?:\*|[\w!#$%&'^`|~.+-]{1,127})$/

type Members = { readonly [Name in keyof CheckedFilter]-?: Member<CheckedFilter[Name]> }
type Member<Checked> = (argument: string, value: unknown) => NonNullable<Checked> | Checked

const text = (argument: string, value: unknown): string =>
  requireForm(argument, value, `a string of 1 to ${MAX_FILTER_TEXT} characters`, isText)
const type = anyOf(oneOf(ASSET_TYPES))
const status = anyOf(oneOf(ASSET_STATUSES))
const tags = anyOf((argument, value) => tagKey(text(argument, value).trim()))

/** In the order in which a checked filter has them. */
const MEMBERS: Members = {
  folderId: orNull(text),
  folderTree: text,
  type,
  mimeType: anyOf((argument, value) =>
    requireForm(
      argument,
      lowerCase(value),
      "a media type such as 'image/png' or 'image/*'",
      (form) => FILTERED_MEDIA_TYPE.test(form),
    ),
  ),
  extension: anyOf((argument, value) =>
    requireForm(
      argument,
      value,
      "an extension in lower case without its dot, such as 'jpg'",
      (form) => isText(form) && !form.startsWith('.') && !/[A-Z]/.test(form),
    ),
  ),
  tags,
  anyTag: tags,
  isFavourite: requireBoolean,
  createdBy: anyOf(orNull(text)),
  sha256: anyOf((argument, value) =>
    requireForm(argument, value, '64 hexadecimal digits in lower case', (form) =>
      /^[0-9a-f]{64}$/.test(form),
    ),
  ),
  externalId: anyOf(requireExternalId),
  status,
  metadata: requireMetadata,
  size: (argument, value) => requireBounds(argument, value, requireWhole),
  width: (argument, value) => requireBounds(argument, value, requireWhole),
  height: (argument, value) => requireBounds(argument, value, requireWhole),
  durationSeconds: (argument, value) => requireBounds(argument, value, requireNumber),
  createdAt: (argument, value) => requireBounds(argument, value, requireMoment),
  updatedAt: (argument, value) => requireBounds(argument, value, requireMoment),
  search: requireSearch,
}

const KNOWN = knownOptions<AssetFilter>('filter', namesOf(MEMBERS))

/**
 * The filter, checked and made plain. `invalid_argument` (`filter.size.gte`) for what is not of the documented form, and
 * for a member that no release knows. Members that are undefined are left out.
 */
export function requireFilter(filter: unknown = {}): CheckedFilter {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    throw mustBe('filter', "an object, such as { type: 'image' }", filter)
  }
  assertKnown(KNOWN, filter)
  const given = filter as Readonly<Record<string, unknown>>
  const checked: Record<string, unknown> = {}
  for (const [name, check] of Object.entries(MEMBERS)) {
    if (given[name] !== undefined) checked[name] = check(`filter.${name}`, given[name])
  }
  return checked
}

/** What a search looks for; `invalid_argument` unless there is something to look for. */
export function requireSearch(argument: string, value: unknown): readonly string[] {
  const pieces = searchPieces(text(argument, value))
  if (pieces.length > 0) return pieces
  throw mustBe(argument, 'a text with a letter, a digit or a symbol', value, 'punctuation alone')
}

function namesOf(members: Members): { readonly [Name in keyof AssetFilter]-?: true } {
  return Object.fromEntries(Object.keys(members).map((name) => [name, true])) as never
}

function anyOf<Value>(check: (argument: string, value: unknown) => Value) {
  return (argument: string, value: unknown): readonly Value[] => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (values.length === 0 || values.length > MAX_FILTER_VALUES) {
      throw mustBe(
        argument,
        `one value, or an array of 1 to ${MAX_FILTER_VALUES}`,
        value,
        `${values.length}`,
      )
    }
    return [...new Set(values.map((each) => check(argument, each)))].sort()
  }
}

function orNull(check: (argument: string, value: unknown) => string) {
  return (argument: string, value: unknown): string | null =>
    value === null ? null : check(argument, value)
}

function oneOf<Word extends string>(words: readonly Word[]) {
  return (argument: string, value: unknown): Word => requireWord(argument, words, value)
}

function requireForm(
  argument: string,
  value: unknown,
  wanted: string,
  accepts: (value: string) => boolean,
): string {
  if (typeof value !== 'string') throw mustBe(argument, wanted, value)
  if (isShort(value) && isStorableText(value) && accepts(value)) return value
  throw mustBe(argument, wanted, value, JSON.stringify(value.slice(0, MAX_FILTER_TEXT)))
}

function isText(value: string): boolean {
  return value.length >= 1 && isShort(value)
}

function isShort(value: string): boolean {
  return isAtMost(value, MAX_FILTER_TEXT)
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' && isText(value) ? value.toLowerCase() : value
}

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
  return Object.fromEntries(members) as Readonly<Record<string, MetadataValue>>
}

function isMetadataValue(value: unknown): value is MetadataValue {
  if (typeof value === 'string') return isStorableText(value)
  return value === null || typeof value === 'boolean' || isExactNumber(value)
}
