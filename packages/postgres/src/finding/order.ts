import { directionOf, NO_VALUE } from '@stowage/core/internal'
import type { AssetSort, AssetSortField } from '@stowage/core/types'
import { DURATION, TAKEN } from './conditions.ts'

/** How rows `a` of `assets` are sorted before their insertion numbers. */
export interface Order {
  /** `null`: insertion numbers alone. */
  readonly key: string | null
  /** The type of the key. */
  readonly type: string
  /** Whether an index of the active assets has this order. */
  readonly isIndexed: boolean
  /** The key of an asset without a value. */
  readonly none: number | null
  readonly descending: boolean
}

const KEYS: Readonly<Record<AssetSortField, readonly [key: string | null, type: string]>> = {
  createdAt: [null, 'text'],
  updatedAt: ['a.updated_at', 'bigint'],
  name: ['a.name_key', 'text'],
  size: ['a.size', 'bigint'],
  type: ['a.type', 'text'],
  durationSeconds: [DURATION, 'double precision'],
  takenAt: [TAKEN, 'bigint'],
}

/** The order of a sorted list. */
export function orderOf(sort: AssetSort): Order {
  const { field, descending } = directionOf(sort)
  const [key, type] = KEYS[field]
  return {
    key,
    type,
    isIndexed: key !== null,
    none: field === 'durationSeconds' || field === 'takenAt' ? NO_VALUE : null,
    descending,
  }
}

/** The same list from its other end. */
export function reversed(order: Order): Order {
  return { ...order, descending: !order.descending }
}

/** The terms of `ORDER BY`. `key`: another name of the key. */
export function orderBy(
  { key, descending }: Order,
  names: { readonly key: string | null; readonly seq: string } = { key, seq: 'a.seq' },
): string {
  const direction = descending ? 'DESC' : 'ASC'
  const columns = key === null ? [names.seq] : [names.key, names.seq]
  return columns.map((column) => `${column} ${direction}`).join(', ')
}
