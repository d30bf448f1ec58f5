import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Asset } from '../model/asset.ts'
import {
  directionOf,
  isPosition,
  isSortValue,
  positionOf,
  type SortPosition,
  type SortValue,
} from '../model/asset-order.ts'
import { type Micros, parseTimestamp } from '../model/timestamp.ts'
import type { ListQuery } from '../ports/asset-records.ts'
import { decodeCursor, encodeCursor, shortDigest } from './opaque-cursor.ts'

/** What makes a list another one: a cursor of it says nothing there. */
export type ListIdentity = Required<
  Pick<ListQuery, 'tenant' | 'scope' | 'trashed' | 'filter' | 'sort'>
>

/**
 * A place of a scoped list, by the asset that is there: the insertion number would tell how many assets lie outside the
 * scope.
 */
export interface AssetMark {
  readonly value: SortValue
  readonly id: string
  readonly createdAt: Micros
  /** Insertion numbers from the asset to the place. */
  readonly by: -1 | 0 | 1
}

/** What a cursor holds. */
export type CursorMark = SortPosition | AssetMark

const VERSION = 1

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The place of the asset. */
export function markOf({ scope, sort }: ListIdentity, asset: Asset): CursorMark {
  const position = positionOf(asset, sort)
  if (scope === null) return position
  const { id, createdAt } = asset
  return { value: position.value, id, createdAt: parseTimestamp(createdAt), by: 0 }
}

/** The next place down (1) or up (-1) the list: from an empty page the way back begins with the asset that led there. */
export function markBeside({ sort }: ListIdentity, mark: CursorMark, down: 1 | -1): CursorMark {
  const by = directionOf(sort).descending ? -down : down
  if ('seq' in mark) return { value: mark.value, seq: mark.seq + by }
  return { ...mark, by: Math.min(1, Math.max(-1, mark.by + by)) as AssetMark['by'] }
}

/** The mark as opaque text. */
export function cursorOf(list: ListIdentity, mark: CursorMark): string {
  const place = 'seq' in mark ? mark.seq : [mark.id, mark.createdAt, mark.by]
  return encodeCursor([VERSION, digestOf(list), mark.value, place])
}

/** What the cursor holds; `invalid_argument` when the text is no cursor, or one of another list. */
export function requireMark(argument: string, list: ListIdentity, cursor: unknown): CursorMark {
  const [version, digest, value, place] = decodeCursor(cursor)
  const mark = version === VERSION ? validMark(list, value, place) : null
  if (mark === null) {
    throw invalidArgument(
      argument,
      `${argument} must be a cursor as a page gave it. Start anew without it.`,
    )
  }
  if (digest === digestOf(list)) return mark
  throw invalidArgument(
    argument,
    `${argument} is a cursor of another list. Keep filter, search, sort and trashed as they were, or start anew.`,
  )
}

function validMark(
  { scope, sort }: ListIdentity,
  value: unknown,
  place: unknown,
): CursorMark | null {
  if (scope === null) {
    const position = { value, seq: place } as SortPosition
    return isPosition(sort, position) ? position : null
  }
  if (!isSortValue(sort, value) || !Array.isArray(place)) return null
  const [id, createdAt, by] = place as readonly unknown[]
  const isMark =
    typeof id === 'string' &&
    ID.test(id) &&
    Number.isSafeInteger(createdAt) &&
    (by === -1 || by === 0 || by === 1)
  return isMark ? { value, id, createdAt: createdAt as Micros, by } : null
}

/** Tells by a few digits whether two lists are the same. */
export function digestOf({ tenant, scope, trashed, filter, sort }: ListIdentity): string {
  const members = Object.entries(filter.metadata ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
  const content = [tenant, scope?.createdBy ?? null, scope === null, trashed, filter, members, sort]
  const text = JSON.stringify(content, (key, value) => (key === 'metadata' ? undefined : value))
  return shortDigest(text)
}
