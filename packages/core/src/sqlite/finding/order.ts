import type { AssetSort, AssetSortField } from '../../finding/asset-sort.ts'
import { DURATION, TAKEN } from './conditions.ts'

/** How rows of `assets`, named `a`, are sorted before their insertion numbers. */
export interface Order {
  /**
   * The key of the index, in which assets without a value come before all others. `null`: insertion numbers alone.
   */
  readonly key: string | null
  /** The index of the active assets. */
  readonly index: string | null
  readonly descending: boolean
}

const KEYS: Readonly<Record<AssetSortField, readonly [string | null, string | null]>> = {
  createdAt: [null, null],
  updatedAt: ['a.updated_at', 'assets_updated'],
  name: ['a.name_key', 'assets_name'],
  size: ['a.size', 'assets_size'],
  type: ['a.type', 'assets_type'],
  durationSeconds: [DURATION, 'assets_duration'],
  takenAt: [TAKEN, 'assets_taken'],
}

/** The order of a sorted list. */
export function orderOf(sort: AssetSort): Order {
  const descending = sort.startsWith('-')
  const field = (descending ? sort.slice(1) : sort) as AssetSortField
  const [key, index] = KEYS[field]
  return { key, index, descending }
}

/** The same list from its other end. */
export function reversed(order: Order): Order {
  return { ...order, descending: !order.descending }
}

/** The terms of `ORDER BY`. `plain` (`+`) keeps SQLite from choosing an index for it. */
export function orderBy({ key, descending }: Order, plain = ''): string {
  const direction = descending ? 'DESC' : 'ASC'
  const keys = key === null ? [`${plain}a.seq`] : [`${plain}${key}`, `${plain}a.seq`]
  return keys.map((each) => `${each} ${direction}`).join(', ')
}

/** The position of an asset in a sorted list. */
export interface PageKey {
  readonly value: string | number | null
  readonly seq: number
}
