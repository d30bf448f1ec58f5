import { mustBe } from '../arguments/must-be.ts'
import { isStorableText } from '../arguments/require-text.ts'
import type { AssetRecord } from '../assets/asset.ts'
import { takenAt } from '../embedded/taken-at.ts'
import { compareKeys, nameKey } from '../text/name-key.ts'
import { parseTimestamp } from '../time/timestamp.ts'
import type { AssetSort, AssetSortField } from './asset-sort.ts'

/** What a list is sorted by unless a call says otherwise. */
export const DEFAULT_SORT: AssetSort = '-createdAt'

/**
 * The value by which two assets are compared; text by code point. `null`: the asset has none, which sorts before any
 * value.
 */
export type SortValue = string | number | null

/** A position in a sorted list. Lists by `createdAt` go by `seq` alone; `value` is `null` there. */
export interface SortPosition {
  readonly value: SortValue
  readonly seq: number
}

/** A parsed sort. */
export interface Direction {
  readonly field: AssetSortField
  readonly descending: boolean
}

/** What each field compares. */
const VALUES: { readonly [Field in AssetSortField]: (asset: AssetRecord) => SortValue } = {
  createdAt: () => null,
  updatedAt: (asset) => parseTimestamp(asset.updatedAt),
  name: (asset) => nameKey(asset.name),
  size: (asset) => asset.size,
  type: (asset) => asset.type,
  durationSeconds: (asset) => asset.durationSeconds,
  takenAt: (asset) => takenAt(asset.embedded),
}

/** The same sort; `invalid_argument` when there is no such sort. */
export function requireSort(sort: unknown): AssetSort {
  const sorts = Object.keys(VALUES).flatMap((field) => [field, `-${field}`])
  if (typeof sort === 'string' && sorts.includes(sort)) return sort as AssetSort
  const wanted = `one of ${sorts.join(', ')}`
  throw mustBe('sort', wanted, sort, typeof sort === 'string' ? JSON.stringify(sort) : undefined)
}

/** Whether this can be a position in a list with this sort. */
export function isPosition(sort: AssetSort, { value, seq }: SortPosition): boolean {
  return Number.isSafeInteger(seq) && isSortValue(sort, value)
}

/**
 * Whether an asset can have this value in a list with this sort: cursors come from clients, who may have made them up.
 */
export function isSortValue(sort: AssetSort, value: unknown): value is SortValue {
  switch (directionOf(sort).field) {
    case 'createdAt':
      return value === null
    case 'name':
    case 'type':
      return isStorableText(value)
    case 'updatedAt':
    case 'size':
      return Number.isSafeInteger(value)
    case 'takenAt':
      return value === null || Number.isSafeInteger(value)
    case 'durationSeconds':
      return value === null || Number.isFinite(value)
  }
}

/** The field that a list is sorted by, and the direction. */
export function directionOf(sort: AssetSort): Direction {
  const descending = sort.startsWith('-')
  return { field: (descending ? sort.slice(1) : sort) as AssetSortField, descending }
}

/** The position of the asset in a list with this sort. */
export function positionOf(asset: AssetRecord, sort: AssetSort): SortPosition {
  return { value: VALUES[directionOf(sort).field](asset), seq: asset.seq }
}

/** Compares positions in a list with this sort; less than 0 when `a` comes first. */
export function comparePositions(sort: AssetSort): (a: SortPosition, b: SortPosition) => number {
  const { descending } = directionOf(sort)
  const turn = descending ? -1 : 1
  return (a, b) => turn * (compareValues(a.value, b.value) || a.seq - b.seq)
}

/** A missing value sorts before any other. */
function compareValues(a: SortValue, b: SortValue): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'string' ? compareKeys(a, String(b)) : a - Number(b)
}
