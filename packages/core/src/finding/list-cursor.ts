import type { ListQuery } from '../assets/asset-records.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { directionOf, isPosition, type SortPosition } from './asset-order.ts'
import { hideSeq, shownSeq } from './hidden-seq.ts'
import { decodeCursor, encodeCursor, shortDigest } from './opaque-cursor.ts'

/** The properties that identify a list. A cursor is valid only in its own list. */
export type ListIdentity = Required<
  Pick<ListQuery, 'tenant' | 'scope' | 'trashed' | 'filter' | 'sort'>
>

const VERSION = 1

/**
 * The next position down (1) or up (-1) the list. The way back from an empty page thus begins with the asset that led
 * there.
 */
export function placeBeside(
  { sort }: ListIdentity,
  { value, seq }: SortPosition,
  down: 1 | -1,
): SortPosition {
  return { value, seq: seq + (directionOf(sort).descending ? -down : down) }
}

/**
 * The position as opaque text. `key`: that of the tenant's lists, given when the list has a scope. Its cursors hide
 * insertion numbers, which would reveal how many assets are outside the scope.
 */
export function cursorOf(
  list: ListIdentity,
  { value, seq }: SortPosition,
  key: string | null,
): string {
  const place = key === null ? seq : hideSeq(key, textOf(list, value), seq)
  return encodeCursor([VERSION, digestOf(list), value, place])
}

/** The position of the cursor; `invalid_argument` when the text is no cursor, or one of another list. */
export function requirePlace(
  argument: string,
  list: ListIdentity,
  cursor: unknown,
  key: string | null,
): SortPosition {
  const [version, digest, value, place] = decodeCursor(cursor)
  const isOfList = digest === digestOf(list)
  if (version === VERSION && typeof digest === 'string' && !isOfList) {
    throw invalidArgument(
      argument,
      `${argument} is a cursor of another list. Keep filter, search, sort and trashed as they were, or start anew.`,
    )
  }
  const seq = key === null ? place : shownSeq(key, textOf(list, value), place)
  const position = { value, seq } as SortPosition
  if (version === VERSION && isOfList && isPosition(list.sort, position)) return position
  throw invalidArgument(
    argument,
    `${argument} must be a cursor as a page gave it. Start anew without it.`,
  )
}

/** The text to which a hidden number is bound. */
function textOf(list: ListIdentity, value: unknown): string {
  return JSON.stringify([digestOf(list), value])
}

/** A short digest of a list, by which two lists are compared. */
export function digestOf({ tenant, scope, trashed, filter, sort }: ListIdentity): string {
  const members = Object.entries(filter.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = [tenant, scope?.createdBy ?? null, scope === null, trashed, filter, members, sort]
  const text = JSON.stringify(content, (key, value) => (key === 'metadata' ? undefined : value))
  return shortDigest(text)
}
