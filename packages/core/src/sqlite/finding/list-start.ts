import type { Sql } from '../driver/client.ts'
import type { KnownStarts } from './known-starts.ts'
import { alongIndex, byTerms, byTermsOnly, placeIndex, type SearchFilter } from './list-source.ts'
import { countSome, orderedIndex, rangeOfBlock } from './list-totals.ts'
import { type Order, orderBy, type PageKey } from './order.ts'

/**
 * A position in this order before which no match comes, close to the first; `null` when none is known. Looks for earlier
 * matches in the blocks that have changed since it was learned; forgets it where these have more than `most`.
 */
export function startOf(
  sql: Sql,
  wanted: SearchFilter,
  {
    starts,
    order,
    most,
  }: { readonly starts: KnownStarts; readonly order: Order; readonly most: number },
): PageKey | null {
  const kept = starts.get(order)
  if (kept === undefined) return null
  let { key } = kept
  let left = most
  for (const block of kept.changed) {
    const found = earlierIn(sql, wanted, { block, order, key, most: left })
    if (found === null) {
      starts.forget(order)
      return null
    }
    key = found.key
    left -= found.n
  }
  starts.set(order, key)
  return key
}

/** The first match of a block if it comes before `key`, else `key`; `null` when the block has more than `most` to look at. */
function earlierIn(
  sql: Sql,
  wanted: SearchFilter,
  {
    block,
    order,
    key,
    most,
  }: {
    readonly block: number
    readonly order: Order
    readonly key: PageKey
    readonly most: number
  },
): { readonly key: PageKey; readonly n: number } | null {
  const range = rangeOfBlock(block)
  const index = orderedIndex(wanted) ?? placeIndex(wanted.list)
  const looked =
    wanted.match === null
      ? alongIndex({ ...wanted, conditions: [] }, placeIndex(wanted.list), range)
      : byTermsOnly(wanted, range)
  const n = countSome(sql, looked, most)
  if (n > most) return null
  const { sql: from, values } =
    wanted.match === null ? alongIndex(wanted, index, range) : byTerms(wanted, range)
  const earlier = order.descending ? '>' : '<'
  const found = sql<PageKey>(
    `SELECT ${order.key} AS value, a.seq AS seq ${from} AND (${order.key}, a.seq) ${earlier} (?, ?)
      ORDER BY ${orderBy(order, '+')} LIMIT 1`,
  ).get(...values, key.value, key.seq)
  return { key: found ?? key, n }
}
