import { invalidArgument } from '../../errors/invalid-argument.ts'
import { directionOf, isPosition, type SortPosition } from '../../model/assets/asset-order.ts'
import type { ListQuery } from '../../ports/asset-records.ts'
import { hideSeq, shownSeq } from './hidden-seq.ts'
import { decodeCursor, encodeCursor, shortDigest } from './opaque-cursor.ts'

/** What makes a list another one: a cursor of it says nothing there. */
export type ListIdentity = Required<
  Pick<ListQuery, 'tenant' | 'scope' | 'trashed' | 'filter' | 'sort'>
>

const VERSION = 1

/** The next place down (1) or up (-1) the list: from an empty page the way back begins with the asset that led there. */
export function placeBeside(
  { sort }: ListIdentity,
  { value, seq }: SortPosition,
  down: 1 | -1,
): SortPosition {
  return { value, seq: seq + (directionOf(sort).descending ? -down : down) }
}

/**
 * The place as opaque text. `key`: of the tenant's lists, given when the list has a scope; its cursors hide insertion
 * numbers, which would tell how many assets lie outside the scope.
 */
export function cursorOf(
  list: ListIdentity,
  { value, seq }: SortPosition,
  key: string | null,
): string {
  const place = key === null ? seq : hideSeq(key, textOf(list, value), seq)
  return encodeCursor([VERSION, digestOf(list), value, place])
}

/** The place of the cursor; `invalid_argument` when the text is no cursor, or one of another list. */
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

/** What a hidden number belongs to. */
function textOf(list: ListIdentity, value: unknown): string {
  return JSON.stringify([digestOf(list), value])
}

/** Tells by a few digits whether two lists are the same. */
export function digestOf({ tenant, scope, trashed, filter, sort }: ListIdentity): string {
  const members = Object.entries(filter.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = [tenant, scope?.createdBy ?? null, scope === null, trashed, filter, members, sort]
  const text = JSON.stringify(content, (key, value) => (key === 'metadata' ? undefined : value))
  return shortDigest(text)
}
