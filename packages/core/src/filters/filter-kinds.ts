import type { MetadataValue } from '../own-data/own-data.ts'
import { tagKey } from '../own-data/tags.ts'
import type { Micros } from '../time/timestamp.ts'
import { type FilterText, MEDIA_TYPE, TAG } from './filter-text.ts'
import type { Bounds } from './filter-values.ts'

/** How the value of a filter is written: what queries, schemas, command lines and tests go by. */
export type FilterShape =
  /** The id of a folder. `orNone`: `null` for those in no folder. */
  | { readonly form: 'folder'; readonly orNone: boolean }
  /** Any of a few words. */
  | { readonly form: 'words'; readonly words: readonly string[] }
  /** One text or several. `none`: what `null` among them stands for. */
  | { readonly form: 'texts'; readonly text: FilterText; readonly none?: string }
  | { readonly form: 'flag' }
  | { readonly form: 'bounds'; readonly of: 'whole' | 'number' | 'moment' }
  /** Members by their names, each with a value. */
  | { readonly form: 'metadata' }
  /** Words, as people type them. */
  | { readonly form: 'search' }

/** What filters of one kind have in common. `Own` is what an asset has, `Checked` what is asked for. */
export interface FilterKind<Own, Checked> {
  readonly shape: FilterShape
  readonly holds: (own: Own, wanted: Checked) => boolean
}

/** In this folder. */
export const FOLDER: FilterKind<string | null, string> = {
  shape: { form: 'folder', orNone: false },
  holds: isSame,
}

/** In this folder, or in none. */
export const FOLDER_OR_NONE: FilterKind<string | null, string | null> = {
  shape: { form: 'folder', orNone: true },
  holds: isSame,
}

/** Is one of these words. */
export function oneOf<Word extends string>(
  words: readonly Word[],
): FilterKind<Word, readonly Word[]> {
  return {
    shape: { form: 'words', words },
    holds: isAny,
  }
}

/** Is one of these texts. */
export function texts(text: FilterText): FilterKind<string | null, readonly string[]> {
  return { shape: { form: 'texts', text }, holds: isAny }
}

/** Is one of these texts, or has none. `none`: what that means, for clients. */
export function textsOrNone(
  text: FilterText,
  none: string,
): FilterKind<string | null, readonly (string | null)[]> {
  return {
    shape: { form: 'texts', text, none },
    holds: isAny,
  }
}

/** Is of one of these media types, or of one that `image/*` stands for. */
export const MEDIA_TYPES: FilterKind<string, readonly string[]> = {
  ...texts(MEDIA_TYPE),
  holds: (own, wanted) =>
    wanted.some((each) => (each.endsWith('/*') ? own.startsWith(each.slice(0, -1)) : own === each)),
}

/** Has all of these tags. */
export const ALL_TAGS: FilterKind<readonly string[], readonly string[]> = {
  ...texts(TAG),
  holds: (own, wanted) => wanted.every((tag) => own.map(tagKey).includes(tag)),
}

/** Has any of these tags. */
export const ANY_TAG: FilterKind<readonly string[], readonly string[]> = {
  ...texts(TAG),
  holds: (own, wanted) => wanted.some((tag) => own.map(tagKey).includes(tag)),
}

/** Has this value. */
export const FLAG: FilterKind<boolean, boolean> = {
  shape: { form: 'flag' },
  holds: isSame,
}

/** Whole numbers from 0. */
export const WHOLE_BOUNDS: FilterKind<number | null, Bounds<number>> = boundsOf('whole')
/** Numbers from 0. */
export const NUMBER_BOUNDS: FilterKind<number | null, Bounds<number>> = boundsOf('number')
/** Moments: a day alone is its midnight in UTC. */
export const MOMENT_BOUNDS: FilterKind<Micros | null, Bounds<Micros>> = boundsOf('moment')

type Members = Readonly<Record<string, MetadataValue>>

/** Has each of these members with exactly this value. */
export const METADATA: FilterKind<Members, Members> = {
  shape: { form: 'metadata' },
  holds: (own, wanted) =>
    Object.entries(wanted).every(
      ([name, value]) => Object.hasOwn(own, name) && own[name] === value,
    ),
}

/** Each piece occurs within a word of the asset; see `searchPieces`. */
export const SEARCH: FilterKind<readonly string[], readonly string[]> = {
  shape: { form: 'search' },
  holds: (words, pieces) => pieces.every((piece) => words.some((word) => word.includes(piece))),
}

function boundsOf(of: 'whole' | 'number' | 'moment'): FilterKind<number | null, Bounds<number>> {
  return { shape: { form: 'bounds', of }, holds: isWithin }
}

function isWithin(value: number | null, bounds: Bounds<number>): boolean {
  if (value === null) return false
  const { gte = value, lte = value, gt = -Infinity, lt = Infinity } = bounds
  return value >= gte && value <= lte && value > gt && value < lt
}

function isSame(own: unknown, wanted: unknown): boolean {
  return own === wanted
}

function isAny(own: string | null, wanted: readonly (string | null)[]): boolean {
  return wanted.includes(own)
}
