import type { AssetRecord } from '../../assets/asset.ts'
import type { SortPosition } from '../../finding/asset-order.ts'
import { NO_VALUE } from '../../finding/no-value.ts'
import { WHOLE_TENANT } from '../../usage/asset-parts.ts'
import { LIVE } from '../../usage/count-changes.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { ASSET_COLUMNS, type AssetRow, assetOfRow } from '../schema/asset-row.ts'
import { countOf } from '../tenants/count-tree.ts'
import { SEQ_OF_ROWID } from '../terms/terms-table.ts'
import type { ColumnCondition } from './conditions.ts'
import {
  ALL_SEQS,
  alongIndex,
  alongOrder,
  byTerms,
  byTermsOnly,
  placeIndex,
  type SearchFilter,
  type SeqRange,
  type Source,
} from './list-source.ts'
import { startOf } from './list-start.ts'
import {
  alongCondition,
  countSome,
  fewOf,
  orderedIndex,
  type ReadingBounds,
  rangeOfBlock,
  type Total,
} from './list-totals.ts'
import { type Order, orderBy, type PageKey } from './order.ts'

/** A search, with a check of a single asset. */
export interface SearchQuery extends SearchFilter {
  holds(asset: AssetRecord): boolean
}

/** A part of a sorted list: starts after a position or at the beginning, skips `skip`, then takes `limit`. */
export interface Part {
  readonly order: Order
  readonly after: SortPosition | null
  readonly skip: number
  readonly limit: number
}

/** The requested part of the matches in one list of a tenant. */
export function pageKeys(
  sql: Sql,
  wanted: SearchQuery,
  { total, bounds }: { readonly total: Total; readonly bounds: ReadingBounds },
  part: Part,
): readonly PageKey[] {
  if (part.limit <= 0 || total.n === 0) return []
  if (total.few !== null) return select(sql, total.few, part, '+')
  if (part.order.key === null) return keysByPlace(sql, wanted, total, part)
  const { index } = part.order
  if (wanted.list !== LIVE || index === null) {
    return select(sql, alongIndex(wanted, placeIndex(wanted.list)), part, '+')
  }
  if (wanted.match === null && wanted.conditions.length === 0) {
    return select(sql, alongIndex(wanted, index), part)
  }
  const entries = entriesFor(sql, wanted, total, part)
  const isDense = isBlind(wanted) || total.n >= bounds.gatheredPerLook * entries
  const page =
    isDense && entries <= bounds.looked / 2
      ? walked(sql, wanted, { total, bounds }, { ...part, index })
      : null
  return page ?? gathered(sql, wanted, { total, bounds }, { ...part, index, entries })
}

/** An order index holds only its key: the row of every asset in it would have to be read. */
function isBlind({ conditions }: SearchFilter): boolean {
  return conditions.some(({ ordered }) => ordered !== true)
}

type IndexedPart = Part & { readonly index: string }

/** Checks rows along the order, from where the list is known to begin; `null` when these would be too many. */
function walked(
  sql: Sql,
  wanted: SearchQuery,
  { total: { starts }, bounds }: { readonly total: Total; readonly bounds: ReadingBounds },
  part: IndexedPart,
): readonly PageKey[] | null {
  const { order } = part
  if (part.after !== null || starts === null) return looked(sql, wanted, part, bounds).page
  const start = startOf(sql, wanted, { starts, order, most: bounds.gathered })
  const after = start === null ? null : justBefore(start, order)
  const { page, first, looks } = looked(sql, wanted, { ...part, after }, bounds)
  if (first !== undefined && looks > bounds.atOnce) starts.set(order, first)
  return page
}

/** Gathers matches first: all of them, to sort them, or those of some conditions, to compare the order with. */
function gathered(
  sql: Sql,
  wanted: SearchQuery,
  { total, bounds }: { readonly total: Total; readonly bounds: ReadingBounds },
  part: IndexedPart & { readonly entries: number },
): readonly PageKey[] {
  const { index, entries, after, skip, order } = part
  const small = isBlind(wanted) ? smallOf(sql, wanted, bounds.gathered) : []
  if (isBlind(wanted) && (small.length === 0 || entries > bounds.walked)) {
    const some = fewOf(sql, wanted, bounds.gathered)
    if (some !== null) return select(sql, some, part, '+')
  }
  const ordered = wanted.conditions.filter((condition) => condition.ordered === true)
  const sets = small.length > 0 ? small : ordered
  const keys = select(sql, alongOrder(wanted, index, sets), part)
  const [first] = keys
  if (first !== undefined && after === null && skip === 0) total.starts?.set(order, first)
  return keys
}

/** How many entries of the order's index come before the end of the part, if the matches are spread evenly. */
function entriesFor(
  sql: Sql,
  { tenantId, list }: SearchFilter,
  total: Total,
  { skip, limit }: Part,
): number {
  return ((skip + limit) * countOf(sql, { tenantId, list, part: WHOLE_TENANT })) / total.n
}

/** The conditions that so few active assets fulfil. */
function smallOf(sql: Sql, wanted: SearchFilter, most: number): readonly ColumnCondition[] {
  return wanted.conditions.filter(
    (condition) =>
      condition.index !== undefined &&
      countSome(sql, alongCondition(wanted, condition, condition.index), most) <= most,
  )
}

/** `plain`: `+` sorts the rows of the source; without it, the source's index has the order. */
function select(sql: Sql, source: Source, part: Part, plain = ''): readonly PageKey[] {
  const { order, skip, limit } = part
  const after = afterOf(part)
  const value = order.key ?? 'NULL'
  return sql<PageKey>(
    `SELECT ${value} AS value, a.seq AS seq ${source.sql}${after.sql}
      ORDER BY ${orderBy(order, plain)} LIMIT ? OFFSET ?`,
  ).all(...source.values, ...after.values, limit, skip)
}

/** The condition that a row comes after the position. */
function afterOf({ order: { key, descending }, after }: Part): {
  readonly sql: string
  readonly values: readonly SqliteValue[]
} {
  if (after === null) return { sql: '', values: [] }
  const operator = descending ? '<' : '>'
  if (key === null) return { sql: ` AND a.seq ${operator} ?`, values: [after.seq] }
  return {
    sql: ` AND (${key}, a.seq) ${operator} (?, ?)`,
    values: [after.value ?? NO_VALUE, after.seq],
  }
}

/** Finds by insertion numbers: block by block, skipping blocks without matches. */
function keysByPlace(
  sql: Sql,
  wanted: SearchFilter,
  { blocks }: Total,
  part: Part,
): readonly PageKey[] {
  const { order, after, limit } = part
  const reach = reachOf(part)
  if (blocks === null) return selectPlaces(sql, wanted, reach, part)
  const turn = order.descending ? -1 : 1
  const inOrder = [...blocks].sort(([a], [b]) => turn * (a - b))
  const keys: PageKey[] = []
  let { skip } = part
  for (const [block, n] of inOrder) {
    const { first, last } = rangeOfBlock(block)
    const range = { first: Math.max(first, reach.first), last: Math.min(last, reach.last) }
    if (range.first > range.last) continue
    if (after === null && skip >= n) {
      skip -= n
      continue
    }
    const rest = { ...part, skip, limit: limit - keys.length }
    keys.push(...selectPlaces(sql, wanted, range, rest))
    skip = 0
    if (keys.length >= limit) break
  }
  return keys
}

/**
 * The insertion numbers after the position. Cursors can be forged: a number below 0 would reach row ids of another list
 * or another tenant.
 */
function reachOf({ order: { descending }, after }: Part): SeqRange {
  if (after === null) return ALL_SEQS
  const { seq } = after
  return descending
    ? { first: 0, last: Math.min(seq - 1, ALL_SEQS.last) }
    : { first: Math.max(seq + 1, ALL_SEQS.first), last: ALL_SEQS.last }
}

function selectPlaces(
  sql: Sql,
  wanted: SearchFilter,
  range: SeqRange,
  part: Part,
): readonly PageKey[] {
  const { order, skip, limit } = part
  if (range.first > range.last) return []
  if (wanted.match === null) {
    const index = orderedIndex(wanted) ?? placeIndex(wanted.list)
    return select(sql, alongIndex(wanted, index, range), { ...part, after: null })
  }
  const isAlone = wanted.conditions.length === 0
  const source = isAlone ? byTermsOnly(wanted, range) : byTerms(wanted, range)
  return sql<PageKey>(
    `SELECT NULL AS value, ${SEQ_OF_ROWID} AS seq ${source.sql}
      ORDER BY t.rowid ${order.descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`,
  ).all(...source.values, limit, skip)
}

/** What a walk found. */
interface Walk {
  /** `null` when it would have to check more rows than it may. */
  readonly page: readonly PageKey[] | null
  /** The first match after where it began. */
  readonly first: PageKey | undefined
  /** Rows that it checked. */
  readonly looks: number
}

/**
 * Walks the index of the order and checks each asset: when many match, the page is soon full.
 */
function looked(
  sql: Sql,
  wanted: SearchQuery,
  part: IndexedPart,
  { looked: most, atOnce }: ReadingBounds,
): Walk {
  const { order, skip, limit } = part
  const source = alongIndex({ ...wanted, match: null, conditions: [] }, part.index)
  const found: PageKey[] = []
  let { after } = part
  let looks = 0
  while (looks < most) {
    const place = afterOf({ ...part, after })
    const rows = sql<AssetRow & PageKey>(
      `SELECT ${order.key} AS value, '' AS tenant, ${ASSET_COLUMNS} ${source.sql}${place.sql}
        ORDER BY ${orderBy(order)} LIMIT ?`,
    ).all(...source.values, ...place.values, atOnce)
    looks += rows.length
    for (const row of rows) {
      if (!wanted.holds(assetOfRow(row))) continue
      found.push({ value: row.value, seq: row.seq })
      if (found.length >= skip + limit) return { page: found.slice(skip), first: found[0], looks }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < atOnce) {
      return { page: found.slice(skip), first: found[0], looks }
    }
    after = { value: last.value, seq: last.seq }
  }
  return { page: null, first: found[0], looks }
}

function justBefore({ value, seq }: PageKey, { descending }: Order): SortPosition {
  return { value, seq: descending ? seq + 1 : seq - 1 }
}
