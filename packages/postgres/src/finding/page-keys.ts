import type { SortPosition, SortValue } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { LIVE } from '../tenants/count-tree.ts'
import { rangeOfBlocks } from './block-counts.ts'
import type { Condition } from './conditions.ts'
import { gatheringConditions } from './drivers.ts'
import { type Fragment, fragment, run } from './fragment.ts'
import type { Total } from './list-totals.ts'
import { type Order, orderBy } from './order.ts'
import { type SearchFilter, type SeqRange, whereOf } from './search-filter.ts'

/** The position of an asset in a sorted list. */
export interface PageKey {
  readonly value: SortValue
  readonly seq: number
}

/** A part of a sorted list: starts after a position or at the beginning, skips `skip`, then takes `limit`. */
export interface Part {
  readonly order: Order
  readonly after: SortPosition | null
  readonly skip: number
  readonly limit: number
}

/** The limits that decide which plan is the shortest. */
export interface Limits {
  /** Up to this many rows are looked up one by one and sorted. */
  readonly few: number
  /** The same for one block, which is walked otherwise. */
  readonly fewOfBlock: number
  /** The fewest rows that a walk along an order may check. */
  readonly looks: number
}

const LIMITS: Limits = { few: 5000, fewOfBlock: 512, looks: 4096 }

interface Way {
  readonly total: Total
  readonly part: Part
  readonly limits: Limits
}

/**
 * The requested part of the matches. Chooses the plan by the counts known here, not by statistics; only `gathered`
 * compares estimates of the planner.
 */
export async function pageKeys(
  sql: Sql,
  wanted: SearchFilter,
  total: Total,
  part: Part,
  given: Partial<Limits> = {},
): Promise<readonly PageKey[]> {
  const { order, limit } = part
  const limits = { ...LIMITS, ...given }
  if (limit <= 0 || total.n === 0) return []
  const isOrdered = order.key === null || (order.isIndexed && wanted.list === LIVE)
  if (!isOrdered) return gathered(sql, wanted, total, part)
  const isRange = ({ order: ranged }: Condition) => ranged === order.key && ranged !== undefined
  if (wanted.conditions.every(isRange)) return ordered(sql, wanted, part)
  if (total.n <= limits.few) return gathered(sql, wanted, total, part)
  if (order.key === null) return byPlace(sql, wanted, { total, part, limits })
  const ranges = wanted.conditions.filter(isRange)
  const found = await walked(sql, wanted, { total, part, limits }, ranges)
  return found ?? gathered(sql, wanted, total, part)
}

/** Finds all matches with any plan, and sorts them. */
async function gathered(
  sql: Sql,
  wanted: SearchFilter,
  { blocks }: Total,
  part: Part,
  range: SeqRange | null = reachOf(blocks),
): Promise<readonly PageKey[]> {
  const where = whereOf(wanted, await gatheringConditions(sql, wanted, range), range)
  const names = { key: 'm.value', seq: 'm.seq' }
  const after = afterOf(part, names)
  return run<PageKey>(sql, {
    sql: `WITH m AS MATERIALIZED (SELECT ${keyText(part.order)} AS value, a.seq FROM $schema.assets a WHERE ${where.sql})
      SELECT value, seq FROM m ${after === null ? '' : `WHERE ${after.sql}`}
      ORDER BY ${orderBy(part.order, names)} LIMIT ? OFFSET ?`,
    values: [...where.values, ...(after?.values ?? []), part.limit, part.skip],
  })
}

/** Follows the index that has the order. */
function ordered(
  sql: Sql,
  wanted: SearchFilter,
  part: Part,
  range: SeqRange | null = null,
): Promise<readonly PageKey[]> {
  const after = afterOf(part)
  const where = whereOf(
    wanted,
    after === null ? wanted.conditions : [...wanted.conditions, after],
    range,
  )
  return run<PageKey>(sql, {
    sql: `SELECT ${keyText(part.order)} AS value, a.seq FROM $schema.assets a WHERE ${where.sql}
      ORDER BY ${orderBy(part.order)} LIMIT ? OFFSET ?`,
    values: [...where.values, part.limit, part.skip],
  })
}

/** Finds by insertion numbers, block by block. Skips blocks before the page and blocks without matches. */
async function byPlace(
  sql: Sql,
  wanted: SearchFilter,
  { total, part, limits }: Way,
): Promise<readonly PageKey[]> {
  const { order, after, limit } = part
  if (total.blocks === null) return ordered(sql, wanted, part)
  const blocks = [...total.blocks].filter(([, n]) => n > 0)
  const keys: PageKey[] = []
  let { skip } = part
  for (const [block, n] of order.descending ? blocks.toReversed() : blocks) {
    const range = rangeOfBlocks(block, block)
    const isPassed =
      after !== null && (order.descending ? range.first >= after.seq : range.last <= after.seq)
    if (isPassed) continue
    if (after === null && skip >= n) {
      skip -= n
      continue
    }
    const rest = { ...part, skip, limit: limit - keys.length }
    const read =
      n <= limits.fewOfBlock
        ? gathered(sql, wanted, total, rest, range)
        : ordered(sql, wanted, rest, range)
    keys.push(...(await read))
    skip = 0
    if (keys.length >= limit) break
  }
  return keys
}

/**
 * Walks the index of the order and checks each row: when many match, the page is soon full. `null` when the page is not
 * full after so many rows that finding all matches would take no longer.
 */
async function walked(
  sql: Sql,
  wanted: SearchFilter,
  { total, part, limits }: Way,
  ranges: readonly Condition[],
): Promise<readonly PageKey[] | null> {
  const { order, skip, limit } = part
  const looks = Math.max(limits.looks, Math.ceil((3 * (skip + limit) * wanted.listed) / total.n))
  if (looks > total.n) return null
  const after = afterOf(part)
  const passed = whereOf(wanted, after === null ? ranges : [...ranges, after])
  const others = wanted.conditions.filter((condition) => !ranges.includes(condition))
  const some: Fragment = {
    sql: `FROM $schema.assets a WHERE ${passed.sql} ORDER BY ${orderBy(order)} LIMIT ?`,
    values: [...passed.values, looks],
  }
  const keys = await run<PageKey>(sql, {
    sql: `SELECT ${keyText(order)} AS value, a.seq FROM (SELECT a.* ${some.sql}) a
      WHERE ${others.map((condition) => condition.sql).join(' AND ')}
      ORDER BY ${orderBy(order)} LIMIT ? OFFSET ?`,
    values: [...some.values, ...others.flatMap(({ values }) => values), limit, skip],
  })
  const expected = after === null ? Math.min(limit, total.n - skip) : limit
  if (keys.length >= expected) return keys
  const [seen] = await run<{ readonly n: number }>(
    sql,
    fragment(`SELECT count(*) AS n FROM (SELECT 1 ${some.sql}) a`, ...some.values),
  )
  // The walk has reached the end of the list.
  return (seen?.n ?? 0) < looks ? keys : null
}

function keyText({ key }: Order): string {
  return key ?? 'NULL'
}

/** The condition that a row comes after the position; `null` when all do. */
function afterOf(
  { order, after }: Part,
  names: { readonly key: string | null; readonly seq: string } = { key: order.key, seq: 'a.seq' },
): Fragment | null {
  if (after === null) return null
  const operator = order.descending ? '<' : '>'
  if (order.key === null) return fragment(`${names.seq} ${operator} ?::bigint`, after.seq)
  return fragment(
    `(${names.key}, ${names.seq}) ${operator} (?::${order.type}, ?::bigint)`,
    after.value ?? order.none,
    after.seq,
  )
}

/** The range from the first block with matches to the last. */
function reachOf(blocks: Total['blocks']): SeqRange | null {
  const some = [...(blocks ?? [])].flatMap(([block, n]) => (n > 0 ? block : []))
  const [first, last] = [some.at(0), some.at(-1)]
  return first === undefined || last === undefined ? null : rangeOfBlocks(first, last)
}
